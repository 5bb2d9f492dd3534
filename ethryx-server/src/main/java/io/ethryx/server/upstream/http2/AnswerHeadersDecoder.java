package io.ethryx.server.upstream.http2;

import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;

/** Decodes the fields of answers into one {@link AnswerHeaders} that is used again and again. One a connection. */
final class AnswerHeadersDecoder extends DefaultHttp2HeadersDecoder {

    private final AnswerHeaders headers = new AnswerHeaders();

    AnswerHeadersDecoder(long mostListBytes) {
        super(true, mostListBytes);
    }

    @Override
    protected Http2Headers newHeaders() {
        headers.begin();
        return headers;
    }
}
