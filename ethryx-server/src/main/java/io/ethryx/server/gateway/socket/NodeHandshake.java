package io.ethryx.server.gateway.socket;

import io.ethryx.server.fields.KnownField;
import io.ethryx.server.upstream.UpstreamRequest;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;

/** The handshake that a node gets (RFC 6455 section 4.1); no extension and no subprotocol is offered. */
record NodeHandshake(NodePlace place, String key) implements UpstreamRequest {

    static final String PROTOCOL = "websocket";

    @Override
    public HttpString method() {
        return Methods.GET;
    }

    @Override
    public String target() {
        return place.target();
    }

    @Override
    public long contentLength() {
        return NO_BODY;
    }

    @Override
    public boolean repeatable() {
        return true;
    }

    @Override
    public String upgrade() {
        return PROTOCOL;
    }

    @Override
    public void writeFields(FieldSink sink) {
        sink.field(KnownField.HOST.spelled(), place.upstream().authority());
        sink.field(KnownField.SEC_WEBSOCKET_KEY.spelled(), key);
        sink.field(KnownField.SEC_WEBSOCKET_VERSION.spelled(), "13");
        sink.lines(place.fields());
    }
}
