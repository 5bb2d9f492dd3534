package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The answer to a client's request: {@link #begin}, then body bytes, then its end, which {@link #flush} carries out. The
 * head and a short body leave in one piece. Framing fields, Date, and what says whether the connection lives on are made
 * here. Confined to the exchange's IO thread.
 */
public interface ClientAnswer {

    /** An answer without a body and without a Content-Length of our own: to HEAD, 204, 304, 101. */
    long NO_BODY = -2;

    /** A body whose length is not known. */
    long UNKNOWN_LENGTH = -1;

    /**
     * Sends an informational answer at once: 100 (which also satisfies the client's Expect), 102 or 103. Does nothing
     * towards an HTTP/1.0 client, and after {@link #begin}.
     *
     * @param status 100 to 199, not 101
     * @param fields its fields, already filtered for forwarding
     */
    void sendInformational(int status, FieldBlock fields);

    /** The connection ends with this answer, where it is HTTP/1.1. To be called before {@link #begin}; idempotent. */
    void closeAfter();

    /**
     * Begins the answer. Nothing is sent before body bytes, the end or a flush.
     *
     * @param status 200 to 599, or 101
     * @param fields its fields, without those that frame it; a Content-Length among them is sent only with
     *     {@link #NO_BODY}. Read before this returns
     * @param contentLength of the body: zero or more, {@link #UNKNOWN_LENGTH} or {@link #NO_BODY}. A status that allows no
     *     body, and HEAD, send none whatever is written; for HEAD the length is told all the same
     */
    void begin(int status, FieldBlock fields, long contentLength);

    /**
     * Whether {@link #begin} was called.
     *
     * @return true from then on
     */
    boolean hasBegun();

    /**
     * The status of the answer.
     *
     * @return as given to {@link #begin}; 0 before it
     */
    int status();

    /**
     * Writes body bytes.
     *
     * @param bytes what to write; its position moves by what was taken
     * @return how many were taken; 0 when the client takes none now
     * @throws IOException if the client has broken off
     */
    int write(ByteBuffer bytes) throws IOException;

    /**
     * Writes the last body bytes: the answer ends where all of them are taken.
     *
     * @param bytes as for {@link #write}
     * @return as for {@link #write}
     * @throws IOException as for {@link #write}
     */
    int writeLast(ByteBuffer bytes) throws IOException;

    /**
     * Puts fields behind the body, where the protocol has a place for them. To be called before the end.
     *
     * @param trailers fields, already filtered for forwarding; read until the answer's end
     */
    void trailers(FieldBlock trailers);

    /**
     * Ends the body here; {@link #flush} does the rest. Idempotent, also after {@link #writeLast}.
     *
     * @throws IOException if the client has broken off, or the body is shorter than its announced length
     */
    void end() throws IOException;

    /**
     * Hands over to the client what was written. Where the answer has an end, and all of it is handed over, the exchange
     * ends before this returns.
     *
     * @return whether nothing waits any more
     * @throws IOException if the client has broken off
     */
    boolean flush() throws IOException;

    /**
     * Says what to do when the client takes more; replaces what was said before.
     *
     * @param action run again and again on the IO thread while {@link #want} is on
     */
    void whenWritable(Runnable action);

    /**
     * Asks to be told, or stops asking. Off at first.
     *
     * @param wanted whether the client is waited for
     */
    void want(boolean wanted);

    /**
     * Bytes of the body that were taken so far, before framing.
     *
     * @return zero or more
     */
    long bodyBytes();
}
