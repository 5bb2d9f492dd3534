package io.ethryx.server.listener.connection;

import java.nio.ByteBuffer;

/** Why a client's request is refused before any handler sees it, and the answer that says so. */
public enum Fault {
    /** No request line of RFC 9112 section 3. */
    REQUEST_LINE(400, "Bad Request", "The request line is malformed."),
    /** No target of RFC 9112 section 3.2. */
    TARGET(400, "Bad Request", "The request target is malformed."),
    /** Another version than HTTP/1.0 and HTTP/1.1. */
    VERSION(400, "Bad Request", "The protocol version is not HTTP/1.0 or HTTP/1.1."),
    /** No field line of RFC 9112 section 5. */
    FIELD(400, "Bad Request", "A header line is malformed."),
    /** No Host, several, or none that can be one (RFC 9112 section 3.2). */
    HOST(400, "Bad Request", "The request needs exactly one valid Host."),
    /** No length, or several (RFC 9112 section 6.2). */
    LENGTH(400, "Bad Request", "Content-Length is not one plain number."),
    /** A transfer coding that is not understood (RFC 9112 section 6.1). */
    CODING(400, "Bad Request", "Transfer-Encoding is not just chunked."),
    /** Two framings at once (RFC 9112 section 6.3). */
    AMBIGUOUS(400, "Bad Request", "Content-Length and Transfer-Encoding are both present."),
    /** No chunked framing (RFC 9112 section 7.1). */
    CHUNK(400, "Bad Request", "The chunked framing of the body is malformed."),
    /** No field line where trailers are. */
    TRAILER(400, "Bad Request", "A trailer line is malformed."),
    /** More bytes or lines than a head may have (RFC 6585 section 5). */
    HEAD_TOO_LARGE(431, "Request Header Fields Too Large", "The request head is too large."),
    /** Nothing of the client's doing. */
    INTERNAL(500, "Internal Server Error", "A fault of the server's own."),
    /** A head or a body that took too long (decision S16). */
    TOO_SLOW(408, "Request Timeout", "The request did not come in time."),
    /** Too many bytes that wait for the rest of theirs. */
    OVER_BUDGET(503, "Service Unavailable", "Too many bytes of unfinished requests are held."),
    /** More clients than may be connected. */
    TOO_MANY_CONNECTIONS(503, "Service Unavailable", "Too many connections.");

    private final int status;
    private final String answer;

    Fault(int status, String reason, String sentence) {
        this.status = status;
        String extra = status == 503 ? "Retry-After: 1\r\n" : "";
        answer = "HTTP/1.1 " + status + " " + reason + "\r\nContent-Type: text/plain\r\nCache-Control: no-store\r\n"
                + extra + "Connection: close\r\nContent-Length: " + (sentence.length() + 1) + "\r\n\r\n" + sentence
                + "\n";
    }

    /**
     * The answer's status.
     *
     * @return 400 to 503
     */
    public int status() {
        return status;
    }

    /**
     * The whole answer, for a client of HTTP/1.1.
     *
     * @return a fresh view of it
     */
    public ByteBuffer answer() {
        return ByteBuffer.wrap(RawAnswers.bytes(answer));
    }
}
