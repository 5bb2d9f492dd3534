package io.ethryx.server.gateway.body;

import io.ethryx.core.Body;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Undoes the content coding gzip (RFC 1952), never to more bytes than was said. */
public final class Gzip {

    private static final int PIECE = 8 * 1024;

    private Gzip() {}

    /** Hears that there is more than was allowed. */
    public static final class TooLong extends IOException {

        private static final long serialVersionUID = 1;

        private TooLong() {
            super("more bytes than are allowed");
        }
    }

    /**
     * The whole content.
     *
     * @param coded what has come
     * @param most how many bytes the content may have
     * @return the content
     * @throws TooLong if there is more of it
     * @throws IOException if it is no gzip, not whole, or has something behind its end
     */
    public static byte[] whole(Body coded, int most) throws IOException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream(PIECE);
        byte[] all = coded.copy(0, coded.length());
        try (Members in = new Members(all, Math.max(1, all.length))) {
            byte[] piece = new byte[PIECE];
            for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                if (plain.size() + n > most) {
                    throw new TooLong();
                }
                plain.write(piece, 0, n);
            }
            if (in.hasMore()) {
                throw new ZipException("bytes behind the last member");
            }
        }
        return plain.toByteArray();
    }

    /**
     * The beginning of the content, as far as it can be told from the bytes that are there.
     *
     * @param coded what has come so far
     * @param most how many bytes are wanted
     * @return at most that many, or null if it is no gzip
     */
    public static byte @Nullable [] beginning(Body coded, int most) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream(PIECE);
        try (InputStream in = open(coded)) {
            byte[] piece = new byte[PIECE];
            int n = in.read(piece, 0, Math.min(PIECE, most));
            while (n > 0) {
                plain.write(piece, 0, n);
                n = in.read(piece, 0, Math.min(PIECE, most - plain.size()));
            }
        } catch (EOFException cut) {
            return plain.toByteArray();
        } catch (IOException e) {
            return null;
        }
        return plain.toByteArray();
    }

    private static InputStream open(Body coded) throws IOException {
        return new Members(coded.copy(0, coded.length()), PIECE);
    }

    /** Passes over empty members, of which a content may have some and not as many as would fill the stack. */
    private static final class Members extends GZIPInputStream {

        private static final int MOST_EMPTY_IN_A_ROW = 64;
        private static final int TRAILER = 8;

        /** How many reads are within each other: the stream enters the next member by reading anew. */
        private int depth;

        private Members(byte[] coded, int atOnce) throws IOException {
            super(new ByteArrayInputStream(coded), atOnce);
        }

        /** Whether something stands behind the last member, once it was read to its end with all bytes taken in at once. */
        private boolean hasMore() {
            return inf.getRemaining() > TRAILER;
        }

        @Override
        public int read(byte[] into, int at, int most) throws IOException {
            if (depth > MOST_EMPTY_IN_A_ROW) {
                throw new ZipException("more than " + MOST_EMPTY_IN_A_ROW + " empty members in a row");
            }
            depth++;
            try {
                return super.read(into, at, most);
            } finally {
                depth--;
            }
        }
    }
}
