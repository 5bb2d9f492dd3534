package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldBlock;
import io.undertow.util.HttpString;
import org.jspecify.annotations.Nullable;

/** The head of a request to an upstream. Read once, while the call begins; nothing keeps it. */
public interface UpstreamRequest {

    /** No body and no Content-Length. */
    long NO_BODY = -2;

    /** A body whose length is not known: chunked over HTTP/1.1. */
    long UNKNOWN_LENGTH = -1;

    /**
     * The method, as the client sent it.
     *
     * @return the method
     */
    HttpString method();

    /**
     * The request target in origin form (or {@code *}), each char one byte, passed on as it is.
     *
     * @return the target
     */
    String target();

    /**
     * How the body is framed.
     *
     * @return a length of zero or more, {@link #UNKNOWN_LENGTH} or {@link #NO_BODY}
     */
    long contentLength();

    /**
     * Whether the request may be sent once more, on a fresh connection, when a reused connection closes before any byte
     * of an answer: true only for a GET, HEAD or OPTIONS without a body.
     *
     * @return true if a second sending does no harm
     */
    boolean repeatable();

    /** Which connections a request may be sent over. */
    enum Connections {
        /** Any. */
        ANY,
        /**
         * Any; if one that was used before closes ahead of any byte of an answer, the failure is {@link UpstreamFailure.Kind#STALE},
         * and the caller may send the request anew.
         */
        ANY_TOLD_IF_STALE,
        /** One that was not used before. */
        FRESH
    }

    /**
     * Which connections will do. HTTP/1.1 only.
     *
     * @return any, unless the caller keeps the body for a second sending
     */
    default Connections connections() {
        return Connections.ANY;
    }

    /**
     * The protocol that the connection is to speak from then on, if the upstream agrees (RFC 9110 section 7.8): the codec
     * then adds Upgrade and Connection. HTTP/1.1 only, and only for a request without a body.
     *
     * @return for instance {@code websocket}, or null for an ordinary request
     */
    default @Nullable String upgrade() {
        return null;
    }

    /**
     * Writes every field of the head, Host included; Content-Length, Transfer-Encoding, Connection and Upgrade are the codec's
     * own and must not be written here. May be called a second time for a repeatable request.
     *
     * @param sink takes the fields in order
     */
    void writeFields(FieldSink sink);

    /** Takes the fields of a head in order. */
    interface FieldSink {

        /**
         * Adds lines: those of a block that were not dropped, as they are there. Costs one copy of their bytes, and over
         * HTTP/2 two objects a line.
         *
         * @param fields the lines; read before this returns
         */
        void lines(FieldBlock fields);

        /**
         * Adds one line.
         *
         * @param name the field's name; one that is no token fails the call
         * @param value its value, each char one byte (a char over 0xFF, CR, LF or NUL fails the call)
         */
        void field(String name, String value);
    }
}
