package io.ethryx.server.listener.http2;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.http2.AnswerHead;
import io.ethryx.server.http2.FrameWriter;
import io.ethryx.server.http2.HeaderBlock;
import io.ethryx.server.listener.DeclinedConnect;
import io.ethryx.server.listener.DeclinedHead;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.ListenerEvents;
import io.ethryx.server.listener.connection.Fault;
import io.undertow.util.Methods;

/**
 * What the listener answers in the handlers' stead: a head and no body, and news of it. Whether the client's body is still to come
 * is its caller's business. Confined to the connection's IO thread.
 */
final class AnswersOfOwn {

    private final Http2Connection connection;
    private final FrameWriter out;
    private final ListenerEvents events;

    AnswersOfOwn(Http2Connection connection, FrameWriter out, ListenerEvents events) {
        this.connection = connection;
        this.out = out;
        this.events = events;
    }

    void tooLarge(int stream, HeaderBlock block) {
        String method = block.method();
        String path = block.path();
        int status = Fault.HEAD_TOO_LARGE.status();
        if (method != null && path != null && Http2Request.isToken(method)) {
            events.headDeclined(
                    new DeclinedHead(HttpVersion.HTTP_2, connection.peer(), Methods.fromString(method), path, status));
        }
        send(stream, status, new FieldBlock());
    }

    void plainConnect(int stream, Http2Request request) {
        String userAgent = request.fields().value(KnownField.USER_AGENT);
        events.connectDeclined(new DeclinedConnect(HttpVersion.HTTP_2, connection.peer(), request.target(), userAgent));
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.ALLOW, DeclinedConnect.ALLOWED);
        send(stream, DeclinedConnect.STATUS, fields);
    }

    void tooSlow(int stream) {
        send(stream, Fault.TOO_SLOW.status(), new FieldBlock());
    }

    private void send(int stream, int status, FieldBlock fields) {
        fields.add(KnownField.CACHE_CONTROL, "no-store");
        String date = connection.roster().date().text();
        out.headers(stream, new AnswerHead(status, fields, 0, date), true);
    }
}
