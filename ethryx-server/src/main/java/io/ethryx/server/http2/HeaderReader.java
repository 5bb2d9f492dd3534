package io.ethryx.server.http2;

import io.ethryx.server.budget.ByteBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Gathers header blocks and unpacks them (RFC 7541). A block that says more than the limit is unpacked all the same, and
 * forgotten, so that the compression stays in step; only one whose packed bytes go beyond all measure ends the connection.
 */
public final class HeaderReader {

    /** What a head may say, each line counted with 32 bytes more (RFC 9113 section 6.5.2). */
    public static final int MOST_LIST_BYTES = 16 * 1024;

    /** The packed bytes of one block. */
    static final int MOST_BLOCK_BYTES = 128 * 1024;

    /** What a connection keeps for its blocks without asking. */
    private static final int FREE_BYTES = 2048;

    private static final int FIRST_BYTES = 256;

    private final HeaderBlock block = new HeaderBlock();
    private final Unpacker unpacker = new Unpacker(block);
    private final ByteBudget budget;
    private @Nullable ByteBuf packed;
    private int taken;

    /**
     * A reader whose dynamic table is empty.
     *
     * @param budget what unfinished blocks of all connections may hold together
     */
    public HeaderReader(ByteBudget budget) {
        this.budget = budget;
    }

    void begin() {
        release();
    }

    void append(ByteBuffer bytes, int length) throws ConnectionFault {
        ByteBuf into = packed;
        if (into == null) {
            into = Unpooled.buffer(FIRST_BYTES, MOST_BLOCK_BYTES);
            packed = into;
        }
        int total = into.readableBytes() + length;
        if (total > MOST_BLOCK_BYTES) {
            throw new ConnectionFault(ErrorCode.ENHANCE_YOUR_CALM, "a header block without end");
        }
        if (total > FREE_BYTES + taken) {
            int more = total - FREE_BYTES - taken;
            if (!budget.take(more)) {
                throw new ConnectionFault(ErrorCode.ENHANCE_YOUR_CALM, "too many bytes of unfinished heads are held");
            }
            taken += more;
        }
        int limit = bytes.limit();
        bytes.limit(bytes.position() + length);
        into.writeBytes(bytes);
        bytes.limit(limit);
    }

    HeaderBlock end(int stream) throws ConnectionFault {
        ByteBuf from = packed;
        block.begin();
        try {
            unpacker.decodeHeaders(stream, from == null ? Unpooled.EMPTY_BUFFER : from);
            block.end();
        } catch (Http2Exception.HeaderListSizeException e) {
            block.tooLarge();
        } catch (Http2Exception e) {
            throw new ConnectionFault(ErrorCode.COMPRESSION_ERROR, "a header block that can't be unpacked");
        } finally {
            release();
        }
        return block;
    }

    /** Gives up what an unfinished block holds; the reader may go on with another. Idempotent. */
    public void release() {
        ByteBuf held = packed;
        if (held != null) {
            if (held.capacity() > FREE_BYTES) {
                packed = null;
            } else {
                held.clear();
            }
        }
        budget.give(taken);
        taken = 0;
    }

    /** Netty's decoder, whose result goes line by line into a block of ours. */
    private static final class Unpacker extends DefaultHttp2HeadersDecoder {

        private final Http2Headers lines;

        Unpacker(HeaderBlock block) {
            super(false, MOST_LIST_BYTES);
            lines = new Lines(block);
        }

        @Override
        protected Http2Headers newHeaders() {
            return lines;
        }
    }

    private static final class Lines extends DefaultHttp2Headers {

        private final HeaderBlock block;

        Lines(HeaderBlock block) {
            super(false, 2);
            this.block = block;
        }

        @Override
        public Http2Headers add(CharSequence name, CharSequence value) {
            block.add(AsciiString.of(name), AsciiString.of(value));
            return this;
        }

        // Two are equal if they are the same: nothing is kept here.
        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
