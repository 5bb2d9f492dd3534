package io.ethryx.server.upstream.http2;

/** Fields that are encoded already, on their way through the codec from its caller to its {@link FrameWriter}. */
final class SentFields extends CodecFields {

    private final byte[] block;

    SentFields(EncodedFields fields) {
        block = fields.block();
    }

    byte[] block() {
        return block;
    }
}
