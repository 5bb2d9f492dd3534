package io.ethryx.server.listener;

import java.nio.ByteBuffer;

/**
 * Replaces a request's target by {@code /} in the bytes that Undertow gets: the real one is kept byte for byte elsewhere,
 * and Undertow neither refuses nor decodes what it does not see. Empty lines before the request go too. Stateless.
 */
final class TargetCut {

    private TargetCut() {}

    /**
     * Rewrites the request line in place.
     *
     * @param bytes at absolute positions
     * @param from where the head begins
     * @param line what was found there
     * @param to where the bytes end
     * @return by how much they became shorter
     */
    static int apply(ByteBuffer bytes, int from, RequestLine line, int to) {
        int method = from + line.emptyLineBytes();
        int target = method + line.methodLength() + 1;
        int rest = target + line.targetLength();
        int newTarget = from + line.methodLength() + 1;
        if (method != from) {
            bytes.put(from, bytes, method, line.methodLength() + 1);
        }
        bytes.put(newTarget, (byte) '/');
        if (rest != newTarget + 1) {
            bytes.put(newTarget + 1, bytes, rest, to - rest);
        }
        return rest - newTarget - 1;
    }
}
