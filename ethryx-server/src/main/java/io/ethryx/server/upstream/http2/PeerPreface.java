package io.ethryx.server.upstream.http2;

import org.jspecify.annotations.Nullable;

/** Looks at the first bytes of a peer: those of a SETTINGS frame begin HTTP/2 (RFC 9113 section 3.4), any other don't. */
final class PeerPreface {

    private static final int FRAME_HEAD = 9;
    private static final int SETTINGS = 4;
    private static final int LARGEST_LENGTH = 16_384;
    private static final byte[] HTTP_1 = {'H', 'T', 'T', 'P', '/'};

    private int seen;
    private int length;
    private boolean couldBeSettings = true;
    private boolean couldBeHttp1 = true;

    /** Takes the next byte; none is needed after a verdict. */
    void see(byte b) {
        couldBeSettings = couldBeSettings && fits(b & 0xFF);
        couldBeHttp1 = couldBeHttp1 && seen < HTTP_1.length && HTTP_1[seen] == b;
        seen++;
    }

    private boolean fits(int b) {
        switch (seen) {
            case 0, 1, 2 -> {
                length = length << 8 | b;
                return seen < 2 || (length <= LARGEST_LENGTH && length % 6 == 0);
            }
            case 3 -> {
                return b == SETTINGS;
            }
            case 4 -> {
                return (b & 1) == 0;
            }
            default -> {
                return b == 0;
            }
        }
    }

    /** Whether the head of a SETTINGS frame is complete. */
    boolean isSettings() {
        return couldBeSettings && seen >= FRAME_HEAD;
    }

    /** What the peer did instead of speaking HTTP/2, or null while it may yet turn out to. */
    @Nullable
    String otherwise() {
        if (couldBeHttp1 && seen == HTTP_1.length) {
            return "it answered in HTTP/1";
        }
        return couldBeSettings || couldBeHttp1 ? null : "it answered in something else";
    }
}
