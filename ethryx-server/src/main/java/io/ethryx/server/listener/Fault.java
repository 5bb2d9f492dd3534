package io.ethryx.server.listener;

import java.nio.ByteBuffer;

/** Why a client's request is refused before any handler sees it, and the answer that says so. */
enum Fault {
    REQUEST_LINE(400, "Bad Request", "The request line is malformed."),
    TARGET(400, "Bad Request", "The request target is malformed."),
    VERSION(400, "Bad Request", "The protocol version is not HTTP/1.0 or HTTP/1.1."),
    FIELD(400, "Bad Request", "A header line is malformed."),
    HOST(400, "Bad Request", "The request needs exactly one valid Host."),
    LENGTH(400, "Bad Request", "Content-Length is not one plain number."),
    CODING(400, "Bad Request", "Transfer-Encoding is not just chunked."),
    AMBIGUOUS(400, "Bad Request", "Content-Length and Transfer-Encoding are both present."),
    CHUNK(400, "Bad Request", "The chunked framing of the body is malformed."),
    TRAILER(400, "Bad Request", "A trailer line is malformed."),
    HEAD_TOO_LARGE(431, "Request Header Fields Too Large", "The request head is too large."),
    INTERNAL(500, "Internal Server Error", "A fault of the server's own."),
    TOO_SLOW(408, "Request Timeout", "The request did not come in time."),
    OVER_BUDGET(503, "Service Unavailable", "Too many bytes of unfinished requests are held."),
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

    int status() {
        return status;
    }

    /** A fresh view of the whole answer. */
    ByteBuffer answer() {
        return ByteBuffer.wrap(RawAnswers.bytes(answer));
    }
}
