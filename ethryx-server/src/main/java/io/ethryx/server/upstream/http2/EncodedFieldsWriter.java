package io.ethryx.server.upstream.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder;

/**
 * Writes {@link SentFields} as they are. The first block of a connection says that the table on the other side may be empty
 * (RFC 7541 section 6.3), so that no later setting of the peer's concerns it, and none makes it keep anything here.
 */
final class EncodedFieldsWriter implements Http2HeadersEncoder, Http2HeadersEncoder.Configuration {

    private static final byte NO_TABLE = 0x20;

    private boolean first = true;
    private long mostListBytes = Integer.MAX_VALUE;

    /** How long a block becomes. */
    int length(byte[] block) {
        return first ? block.length + 1 : block.length;
    }

    void write(byte[] block, ByteBuf into) {
        if (first) {
            first = false;
            into.writeByte(NO_TABLE);
        }
        into.writeBytes(block);
    }

    @Override
    public void encodeHeaders(int stream, Http2Headers headers, ByteBuf into) {
        write(((SentFields) headers).block(), into);
    }

    @Override
    public Configuration configuration() {
        return this;
    }

    @Override
    public void maxHeaderTableSize(long max) {
        // whatever it is: nothing is put there
    }

    @Override
    public long maxHeaderTableSize() {
        return 0;
    }

    @Override
    public void maxHeaderListSize(long max) {
        mostListBytes = max;
    }

    /** What the peer takes as a head. */
    @Override
    public long maxHeaderListSize() {
        return mostListBytes;
    }
}
