package io.ethryx.server.proxy;

import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpAttachments;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;

/** What of an upstream's answer head reaches the client. */
final class AnswerFields {

    private AnswerFields() {}

    /** Copies the end-to-end fields and frames the answer for the client's protocol. */
    static void relay(HeaderMap from, HttpServerExchange exchange, long contentLength) {
        HeaderMap to = exchange.getResponseHeaders();
        copy(from, to);
        if (exchange.getRequestMethod().equals(Methods.HEAD)) {
            keepLength(from, to);
        } else if (contentLength >= 0) {
            exchange.setResponseContentLength(contentLength);
        } else if (exchange.isHttp11()) {
            // Chunked even when the connection closes after it: a cut answer must not look whole.
            to.put(Headers.TRANSFER_ENCODING, Headers.CHUNKED.toString());
        }
    }

    /**
     * Mends what the server made of an answer without a body: a 304 keeps the length that a 200 would have, and neither 204
     * nor 304 has a transfer coding, to HEAD either (RFC 9110 section 8.6, RFC 9112 section 6.1).
     */
    static void mendBodiless(HeaderMap from, HttpServerExchange exchange) {
        int status = exchange.getStatusCode();
        if (status == 204 || status == 304) {
            exchange.getResponseHeaders().remove(Headers.TRANSFER_ENCODING);
        }
        if (status == 304) {
            keepLength(from, exchange.getResponseHeaders());
        }
    }

    /** The fields of an informational answer that may go on. */
    static HeaderMap endToEnd(HeaderMap from) {
        HeaderMap to = new HeaderMap();
        copy(from, to);
        return to;
    }

    /** Hands the trailers to the framing of the answer. */
    static void trail(HttpServerExchange exchange, HeaderMap trailers) {
        exchange.putAttachment(HttpAttachments.RESPONSE_TRAILERS, trailers);
    }

    private static void copy(HeaderMap from, HeaderMap to) {
        HeaderValues connection = HopByHop.nominations(from);
        for (long cookie = from.fastIterateNonEmpty(); cookie != -1L; cookie = from.fiNextNonEmpty(cookie)) {
            HeaderValues field = from.fiCurrent(cookie);
            HttpString name = field.getHeaderName();
            if (!HopByHop.ends(name, connection) && !name.equals(Headers.CONTENT_LENGTH)) {
                for (int i = 0; i < field.size(); i++) {
                    to.add(name, field.get(i));
                }
            }
        }
    }

    private static void keepLength(HeaderMap from, HeaderMap to) {
        String length = from.getFirst(Headers.CONTENT_LENGTH);
        if (length != null) {
            to.put(Headers.CONTENT_LENGTH, length);
        }
    }
}
