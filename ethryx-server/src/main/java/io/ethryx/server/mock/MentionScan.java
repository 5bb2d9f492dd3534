package io.ethryx.server.mock;

import java.nio.ByteBuffer;

/**
 * Tells in one pass, buffer by buffer, whether a body can be about {@code eth_syncing} at all: it holds that text, or an
 * escape behind which the text may hide. Allocates nothing.
 */
final class MentionScan {

    private static final byte[] WANTED = {'e', 't', 'h', '_', 's', 'y', 'n', 'c', 'i', 'n', 'g'};

    private int matched;
    private boolean mentioned;

    /** Looks at the bytes between two positions. */
    void see(ByteBuffer bytes, int from, int to) {
        int at = matched;
        for (int i = from; i < to && !mentioned; i++) {
            byte b = bytes.get(i);
            if (b == WANTED[at]) {
                at++;
                mentioned = at == WANTED.length;
            } else {
                // The first letter stands in the text but once, so that no shorter match can have begun meanwhile.
                at = b == WANTED[0] ? 1 : 0;
                mentioned = b == '\\';
            }
        }
        matched = at;
    }

    boolean mentioned() {
        return mentioned;
    }
}
