package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldBlock;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer. Confined to the IO thread that it was begun on. After {@link UpstreamListener#onFailure} or
 * {@link #cancel} every method does nothing, {@link #write} takes nothing and {@link #read} gives -1.
 */
public interface UpstreamCall {

    /**
     * Writes body bytes, with the head before the first of them.
     *
     * @param body what to write; its position moves by what was taken
     * @return how many bytes were taken: 0 when the connection takes none now (or is still being made)
     */
    int write(ByteBuffer body);

    /**
     * Asks for {@link UpstreamListener#onWritable} when bytes can be written, or stops asking.
     *
     * @param wanted true to be told, again and again, while writing is possible
     */
    void wantWrite(boolean wanted);

    /** Writes the head now, without waiting for the body (Expect: 100-continue). */
    void flushHead();

    /**
     * Ends the request. What could not be written yet is written later, without a further callback.
     *
     * @param trailers fields after the body, already filtered for forwarding, or null; read before this returns; left out
     *     where the framing has no place for them
     */
    void endRequest(@Nullable FieldBlock trailers);

    /**
     * Reads body bytes of the answer; to be used after {@link UpstreamListener#onHead}.
     *
     * @param into where to; must have room
     * @return bytes read, 0 if there are none now, -1 at the end of the body. When the end is known to be reached with
     *     the bytes just read, {@link #answerComplete} is already true.
     */
    int read(ByteBuffer into);

    /**
     * How many bytes of the answer's body may come yet: those that its head has announced, else as many as have come.
     *
     * @return zero or more; no promise
     */
    default long expected() {
        return 0;
    }

    /**
     * Asks for {@link UpstreamListener#onReadable} when body bytes or the end can be read, or stops asking. While it is
     * not wanted, nothing is read from the connection: that is the back-pressure.
     *
     * @param wanted true to be told, again and again, while there is something to read
     */
    void wantRead(boolean wanted);

    /**
     * Whether the answer has been read to its end: the last {@link #read} took its last byte.
     *
     * @return true at the end
     */
    boolean answerComplete();

    /**
     * The answer's trailers.
     *
     * @return the fields after the body, unfiltered, or null if there were none or the end is not reached; they stay as long
     *     as those of the head
     */
    @Nullable
    FieldBlock trailers();

    /**
     * Takes the connection away from its call and its pool; to be used in {@link UpstreamListener#onHead} for status 101.
     * The call is over then.
     *
     * @return the connection
     * @throws IllegalStateException if no switch of protocols has been agreed on just now
     */
    default SwitchedConnection takeOver() {
        throw new IllegalStateException("no switch of protocols was agreed on");
    }

    /**
     * Gives the call up: its connection is closed unless request and answer had both ended, so that the upstream stops
     * working and never takes a cut request for a whole one. No callback comes after this. Idempotent.
     */
    void cancel();
}
