package io.ethryx.server.listener;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.xnio.IoUtils;
import org.xnio.channels.StreamSinkChannel;
import org.xnio.conduits.AbstractStreamSourceConduit;
import org.xnio.conduits.ConduitReadableByteChannel;
import org.xnio.conduits.StreamSourceConduit;

/** A source whose every way of reading is its reading into one buffer, so that no byte gets past it. */
abstract class SingleReadConduit extends AbstractStreamSourceConduit<StreamSourceConduit> {

    SingleReadConduit(StreamSourceConduit next) {
        super(next);
    }

    @Override
    public abstract int read(ByteBuffer dst) throws IOException;

    @Override
    public long read(ByteBuffer[] dsts, int offset, int length) throws IOException {
        long total = 0;
        for (int i = offset; i < offset + length; i++) {
            if (dsts[i].hasRemaining()) {
                int read = read(dsts[i]);
                if (read <= 0) {
                    return total > 0 ? total : read;
                }
                total += read;
                if (dsts[i].hasRemaining()) {
                    return total;
                }
            }
        }
        return total;
    }

    @Override
    public long transferTo(long position, long count, FileChannel target) throws IOException {
        return target.transferFrom(new ConduitReadableByteChannel(this), position, count);
    }

    @Override
    public long transferTo(long count, ByteBuffer throughBuffer, StreamSinkChannel target) throws IOException {
        return IoUtils.transfer(new ConduitReadableByteChannel(this), count, throughBuffer, target);
    }
}
