package io.ethryx.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Puts together what is sent from what was received: views of the caller's bytes, and between them what stands there
 * instead. Nothing is copied or printed again.
 */
public final class CallBytes {

    private CallBytes() {}

    /**
     * A range of a body, with changes.
     *
     * @param body the body
     * @param from the first byte
     * @param to behind the last byte
     * @param splices what to change, in the order of the bytes, within the range; often empty
     * @param target gets the views
     * @throws IndexOutOfBoundsException if a splice is not within the range
     */
    public static void gather(Body body, int from, int to, List<Splice> splices, List<ByteBuffer> target) {
        int at = from;
        for (int i = 0; i < splices.size(); i++) {
            Splice splice = splices.get(i);
            body.gather(at, splice.from(), target);
            target.add(ByteBuffer.wrap(splice.text().getBytes(StandardCharsets.UTF_8)));
            at = splice.to();
        }
        body.gather(at, to, target);
    }

    /**
     * A single call as it was sent, white space around it included.
     *
     * @param call the call, which is the whole of its body
     * @param splices what to change
     * @param target gets the views
     */
    public static void single(RpcCall call, List<Splice> splices, List<ByteBuffer> target) {
        gather(call.body(), 0, call.body().length(), splices, target);
    }
}
