package io.ethryx.server.upstream;

import io.netty.handler.codec.EmptyHeaders;
import io.netty.handler.codec.http2.Http2Headers;
import org.jspecify.annotations.Nullable;

/** Fields that are encoded already, in the type that the codec carries from its caller to its {@link FrameWriter}. */
final class SentFields extends EmptyHeaders<CharSequence, CharSequence, Http2Headers> implements Http2Headers {

    private final byte[] block;

    SentFields(EncodedFields fields) {
        block = fields.block();
    }

    byte[] block() {
        return block;
    }

    @Override
    public Http2Headers method(CharSequence value) {
        throw encoded();
    }

    @Override
    public Http2Headers scheme(CharSequence value) {
        throw encoded();
    }

    @Override
    public Http2Headers authority(CharSequence value) {
        throw encoded();
    }

    @Override
    public Http2Headers path(CharSequence value) {
        throw encoded();
    }

    @Override
    public Http2Headers status(CharSequence value) {
        throw encoded();
    }

    private static UnsupportedOperationException encoded() {
        return new UnsupportedOperationException("the fields are encoded already");
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
