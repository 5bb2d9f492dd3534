package io.ethryx.server.tunnel;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One of the two sides of a tunnel: bytes come from it and go to it. Confined to one IO thread.
 */
public interface TunnelEnd {

    /**
     * Says what to do when there is something to read, an end or a break, and when something can be written. Both are run
     * again and again while they are wanted. To be said once, before anything is wanted.
     *
     * @param readable what to do when something can be read
     * @param writable what to do when something can be written
     */
    void listen(Runnable readable, Runnable writable);

    /**
     * Reads what is there: 0 for nothing now, -1 at the end. Fewer bytes than there is room for mean that there is nothing
     * more now.
     *
     * @param into where to; must have room
     * @return bytes read
     * @throws IOException if the other side has broken off
     */
    int read(ByteBuffer into) throws IOException;

    /**
     * Writes what can be written now.
     *
     * @param bytes what to write; its position moves by what was taken
     * @return how many bytes were taken, 0 when none can be taken now
     * @throws IOException if the other side has broken off
     */
    int write(ByteBuffer bytes) throws IOException;

    /**
     * Sends on what was written.
     *
     * @return whether nothing waits any more; if something does, ask for {@link #wantWrite} and flush again
     * @throws IOException if the other side has broken off
     */
    boolean flush() throws IOException;

    /**
     * Asks to be told that there is something to read, or stops asking.
     *
     * @param wanted whether to be told
     */
    void wantRead(boolean wanted);

    /**
     * Asks to be told that something can be written, or stops asking.
     *
     * @param wanted whether to be told
     */
    void wantWrite(boolean wanted);

    /**
     * Tells the other side that nothing more will come; {@link #flush} carries it out. What it sends is still read.
     *
     * @throws IOException if the other side has broken off
     */
    void endWrites() throws IOException;

    /** Breaks off, so that the other side can't take it for an end. Idempotent. */
    void abort();

    /** Ends what has not ended, as politely as can be done at once. Idempotent, also after {@link #abort}. */
    void close();
}
