package io.ethryx.server.upstream.http2;

import io.netty.handler.codec.EmptyHeaders;
import io.netty.handler.codec.http2.Http2Headers;
import org.jspecify.annotations.Nullable;

/** Fields in the type that the HTTP/2 codec carries: as far as the codec can tell there are none, and it sets none. */
abstract class CodecFields extends EmptyHeaders<CharSequence, CharSequence, Http2Headers> implements Http2Headers {

    @Override
    public Http2Headers method(CharSequence value) {
        throw fixed();
    }

    @Override
    public Http2Headers scheme(CharSequence value) {
        throw fixed();
    }

    @Override
    public Http2Headers authority(CharSequence value) {
        throw fixed();
    }

    @Override
    public Http2Headers path(CharSequence value) {
        throw fixed();
    }

    @Override
    public Http2Headers status(CharSequence value) {
        throw fixed();
    }

    private static UnsupportedOperationException fixed() {
        return new UnsupportedOperationException("the codec sets none of these fields");
    }

    @Override
    public @Nullable CharSequence method() {
        return null;
    }

    @Override
    public @Nullable CharSequence scheme() {
        return null;
    }

    @Override
    public @Nullable CharSequence authority() {
        return null;
    }

    @Override
    public @Nullable CharSequence path() {
        return null;
    }

    @Override
    public @Nullable CharSequence status() {
        return null;
    }

    @Override
    public boolean contains(CharSequence name, CharSequence value, boolean caseInsensitive) {
        return false;
    }
}
