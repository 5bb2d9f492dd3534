package io.ethryx.server.http2;

import org.jspecify.annotations.Nullable;

/**
 * How the streams that ended last did so: by a reset, whose late frames are innocent, or whole, after which none may come.
 * A bounded number is remembered.
 */
public final class EndedStreams {

    private static final int REMEMBERED = 256;

    /** How a stream ended. */
    public enum End {
        /** By RST_STREAM, of either side. */
        RESET,
        /** Both sides said all. */
        WHOLE,
        /** Too long ago, or it never was. */
        UNKNOWN
    }

    private int @Nullable [] ring;
    private int next;

    /**
     * Remembers a stream.
     *
     * @param stream an odd number
     * @param reset whether it ended by a reset
     */
    public void add(int stream, boolean reset) {
        int[] known = ring;
        if (known == null) {
            known = new int[REMEMBERED];
            ring = known;
        }
        known[next] = reset ? -stream : stream;
        next = (next + 1) % REMEMBERED;
    }

    /**
     * How a stream ended.
     *
     * @param stream an odd number
     * @return what is remembered of it
     */
    public End of(int stream) {
        int[] known = ring;
        if (known != null) {
            for (int entry : known) {
                if (entry == stream) {
                    return End.WHOLE;
                } else if (entry == -stream) {
                    return End.RESET;
                }
            }
        }
        return End.UNKNOWN;
    }
}
