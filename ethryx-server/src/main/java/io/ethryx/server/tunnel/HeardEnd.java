package io.ethryx.server.tunnel;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.frames.FrameBytes;
import io.ethryx.server.frames.FrameHead;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An upstream between which and the client a {@link Conversation} listens. What is written to it passes one
 * {@link MessageSieve}, what is read from it another; replies of the conversation's own stand between two messages of the
 * upstream. A client that takes no replies is not read from.
 */
final class HeardEnd implements TunnelEnd {

    /** A longer message of the client passes unheard. */
    static final int MOST_ASKED_BYTES = 1024 * 1024;

    /** A longer message of the upstream passes unheard. */
    static final int MOST_ANSWERED_BYTES = 16 * 1024 * 1024;

    /** While replies of so many bytes wait, no more messages are heard. */
    static final int MOST_REPLY_BYTES = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(HeardEnd.class);
    private static final int STEP = 16 * 1024;

    /**
     * What such an end works with.
     *
     * @param thread the IO thread, which runs what is to be run later
     * @param buffers where buffers come from
     * @param budget what may be held of messages
     */
    record Means(Executor thread, ByteBufferPool buffers, ByteBudget budget) {}

    private final TunnelEnd upstream;
    private final Means means;
    private final Conversation conversation;
    private final ByteQueue toUpstream = new ByteQueue();
    private final ByteQueue toClient = new ByteQueue();
    private final ByteQueue replies = new ByteQueue();
    private final MessageSieve asked = new MessageSieve(new Asked(), toUpstream);
    private final MessageSieve answered = new MessageSieve(new Answered(), toClient);
    private Runnable readable = () -> {};
    private Runnable writable = () -> {};
    private long reserved;
    private boolean readWanted;
    private boolean writeWanted;
    private boolean repliesWait;
    private boolean ending;

    HeardEnd(TunnelEnd upstream, Conversation conversation, Means means) {
        this.upstream = upstream;
        this.conversation = conversation;
        this.means = means;
    }

    @Override
    public void listen(Runnable whenReadable, Runnable whenWritable) {
        readable = whenReadable;
        writable = whenWritable;
        upstream.listen(whenReadable, whenWritable);
    }

    // --- from the client to the upstream ---

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        if (!toUpstream.writeTo(upstream)) {
            return 0;
        } else if (replies.size() >= MOST_REPLY_BYTES) {
            repliesWait = true;
            return 0;
        }
        int count = Math.min(bytes.remaining(), STEP);
        asked.take(bytes.slice(bytes.position(), count));
        bytes.position(bytes.position() + count);
        toUpstream.writeTo(upstream);
        settle();
        return count;
    }

    @Override
    public boolean flush() throws IOException {
        if (!toUpstream.writeTo(upstream)) {
            return false;
        }
        settle();
        if (ending) {
            upstream.endWrites();
        }
        return upstream.flush();
    }

    @Override
    public void endWrites() {
        ending = true;
        asked.letGo();
    }

    @Override
    public void wantWrite(boolean wanted) {
        writeWanted = wanted;
        upstream.wantWrite(wanted && !repliesWait);
    }

    // --- from the upstream to the client ---

    @Override
    public int read(ByteBuffer into) throws IOException {
        int start = into.position();
        while (true) {
            give(into);
            if (!into.hasRemaining()) {
                break;
            }
            int n = fill();
            if (n <= 0 && toClient.isEmpty() && !mayReply()) {
                settle();
                return into.position() > start ? into.position() - start : n;
            }
        }
        settle();
        return into.position() - start;
    }

    private void give(ByteBuffer into) {
        if (mayReply()) {
            toClient.appendAll(replies);
            if (repliesWait) {
                repliesWait = false;
                later(this::goOnWriting);
            }
        }
        toClient.readInto(into);
    }

    private boolean mayReply() {
        return !replies.isEmpty() && answered.isBetweenMessages();
    }

    private void goOnWriting() {
        if (writeWanted) {
            writable.run();
        }
    }

    private int fill() throws IOException {
        try (PooledByteBuffer pooled = means.buffers().allocate()) {
            ByteBuffer bytes = pooled.getBuffer();
            int n = upstream.read(bytes);
            if (n > 0) {
                answered.take(bytes.flip());
            } else if (n < 0) {
                answered.letGo();
            }
            return n;
        }
    }

    @Override
    public void wantRead(boolean wanted) {
        readWanted = wanted;
        upstream.wantRead(wanted);
    }

    private void reply(byte[] message) {
        if (replies.isEmpty()) {
            later(this::readOn);
        }
        replies.append(FrameBytes.toClient(FrameHead.TEXT, message));
    }

    private void readOn() {
        if (readWanted) {
            readable.run();
        }
    }

    /** A fault of our own ends the connection rather than hang its tunnel. */
    private void later(Runnable task) {
        means.thread().execute(() -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.error("A tunnel failed by a fault of its own", e);
                upstream.abort();
            }
        });
    }

    // --- what is held ---

    private boolean reserve(long more) {
        if (!means.budget().take(more)) {
            return false;
        }
        reserved += more;
        return true;
    }

    /** Gives back what was reserved for bytes that have gone on. */
    private void settle() {
        long held = 2L * asked.held() + answered.held() + toUpstream.size() + toClient.size() + replies.size();
        if (held < reserved) {
            means.budget().give(reserved - held);
            reserved = held;
        }
    }

    private void forget() {
        asked.clear();
        answered.clear();
        toUpstream.clear();
        toClient.clear();
        replies.clear();
        settle();
    }

    @Override
    public void abort() {
        forget();
        upstream.abort();
    }

    @Override
    public void close() {
        forget();
        upstream.close();
    }

    /** Hears the client; room is reserved for what may have to be replied, too. */
    private final class Asked implements MessageSieve.Hearer {

        @Override
        public boolean wants() {
            return true;
        }

        @Override
        public boolean mayHold(int held, int more) {
            return held + more <= MOST_ASKED_BYTES && reserve(2L * more);
        }

        @Override
        public byte @Nullable [] heard(byte[] message) {
            return conversation.asked(message, HeardEnd.this::reply);
        }

        @Override
        public void missed(byte[] beginning) {
            // The upstream answers all of it.
        }

        @Override
        public ByteBuffer frame(byte[] message) {
            return FrameBytes.toServer(FrameHead.TEXT, message);
        }
    }

    /** Hears the upstream. */
    private final class Answered implements MessageSieve.Hearer {

        @Override
        public boolean wants() {
            return conversation.isWaiting();
        }

        @Override
        public boolean mayHold(int held, int more) {
            return held + more <= MOST_ANSWERED_BYTES && reserve(more);
        }

        @Override
        public byte[] heard(byte[] message) {
            return conversation.answered(message);
        }

        @Override
        public void missed(byte[] beginning) {
            conversation.missed(beginning, HeardEnd.this::reply);
        }

        @Override
        public ByteBuffer frame(byte[] message) {
            return FrameBytes.toClient(FrameHead.TEXT, message);
        }
    }
}
