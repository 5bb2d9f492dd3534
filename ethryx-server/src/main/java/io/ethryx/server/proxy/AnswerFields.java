package io.ethryx.server.proxy;

import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;

/** What of an upstream's answer head reaches the client. */
final class AnswerFields {

    private AnswerFields() {}

    /** Begins the client's answer with the end-to-end fields; its framing is made anew for the client's protocol. */
    static void relay(ClientExchange client, int status, HeaderMap from, long contentLength) {
        HeaderMap fields = endToEnd(from);
        boolean bodiless = client.method().equals(Methods.HEAD) || status == 204 || status == 304;
        String length = bodiless && status != 204 ? from.getFirst(Headers.CONTENT_LENGTH) : null;
        if (length != null) {
            // What a GET or a 200 would have (RFC 9110 section 8.6).
            fields.put(Headers.CONTENT_LENGTH, length);
        }
        client.answer().begin(status, fields, bodiless ? ClientAnswer.NO_BODY : contentLength);
    }

    /** The fields of an answer that may go on, without those that frame it. */
    static HeaderMap endToEnd(HeaderMap from) {
        HeaderMap to = new HeaderMap();
        copy(from, to);
        return to;
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
}
