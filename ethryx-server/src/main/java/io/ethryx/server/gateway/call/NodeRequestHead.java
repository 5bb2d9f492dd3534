package io.ethryx.server.gateway.call;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.gateway.edge.AttemptWatch;
import io.ethryx.server.upstream.UpstreamRequest;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;

/**
 * The head that a node gets.
 *
 * @param target what it is asked at
 * @param authority the node's own
 * @param fields the client's, without those that end at the gateway
 * @param contentLength of the body
 * @param watch adds fields of its own
 * @param connections over which it may be sent
 */
record NodeRequestHead(
        String target,
        String authority,
        FieldBlock fields,
        long contentLength,
        AttemptWatch watch,
        UpstreamRequest.Connections connections)
        implements UpstreamRequest {

    @Override
    public HttpString method() {
        return Methods.POST;
    }

    @Override
    public boolean repeatable() {
        return false;
    }

    @Override
    public void writeFields(FieldSink sink) {
        sink.field(KnownField.HOST.spelled(), authority);
        sink.lines(fields);
        watch.addFields(sink);
    }
}
