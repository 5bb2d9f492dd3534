package io.ethryx.server.proxy;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.HttpVersion;
import io.undertow.util.Methods;

/** What of an upstream's answer head reaches the client. */
final class AnswerFields {

    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int UPGRADE_REQUIRED = 426;

    private AnswerFields() {}

    /** Begins the client's answer with the end-to-end fields; its framing is made anew for the client's protocol. */
    static void relay(ClientExchange client, int status, FieldBlock fields, long contentLength) {
        String upgrade = status == UPGRADE_REQUIRED ? fields.value(KnownField.UPGRADE) : null;
        HopByHop.drop(fields);
        if (upgrade != null && client.version() == HttpVersion.HTTP_1_1) {
            // A 426 says what to upgrade to, hop by hop (RFC 9110 section 15.5.22).
            fields.add(KnownField.UPGRADE, upgrade);
            fields.add(KnownField.CONNECTION, "Upgrade");
        }
        boolean head = ExactMethod.is(client.method(), Methods.HEAD);
        if (status == NO_CONTENT || !(head || status == NOT_MODIFIED)) {
            fields.drop(KnownField.CONTENT_LENGTH);
        }
        // To HEAD and in a 304 the upstream's length stays: what a GET or a 200 would have (RFC 9110 section 8.6).
        boolean bodiless = head || status == NO_CONTENT || status == NOT_MODIFIED;
        client.answer().begin(status, fields, bodiless ? ClientAnswer.NO_BODY : contentLength);
    }

    /** Leaves the fields of an answer that may go on, without those that frame it. */
    static FieldBlock endToEnd(FieldBlock fields) {
        HopByHop.drop(fields);
        fields.drop(KnownField.CONTENT_LENGTH);
        return fields;
    }
}
