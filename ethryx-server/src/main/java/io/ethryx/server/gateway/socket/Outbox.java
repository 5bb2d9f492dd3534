package io.ethryx.server.gateway.socket;

import io.ethryx.server.frames.FrameBytes;
import io.ethryx.server.frames.FrameHead;
import io.ethryx.server.tunnel.ByteQueue;
import io.ethryx.server.tunnel.TunnelEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What goes out to a client: one message at a time, in frames of 16 KiB at most, and control frames between them. One frame
 * is held while the client takes no more, and whoever has more waits: that is the bound and the back-pressure. Confined to the
 * client's IO thread.
 */
final class Outbox {

    private static final int MOST_FRAME_BYTES = 16 * 1024;
    private static final int FINAL = 0x80;

    /** More than every call in flight and every word of our own: who lets so much wait takes nothing any more. */
    private static final int MOST_WAITING = 2 * ClientSocket.MOST_IN_FLIGHT;

    /** One who has a message to send. */
    interface Sender {

        /** It may go on: to be called again and again until it waits no more. */
        void goOn();
    }

    private final TunnelEnd client;
    private final ByteQueue held = new ByteQueue();
    private final ArrayDeque<Sender> waiting = new ArrayDeque<>(0);
    private final Runnable broken;
    private @Nullable Sender amid;
    private @Nullable Sender turn;
    private byte @Nullable [] pong;
    private boolean closed;
    private boolean ending;

    /** An empty one; the action runs when the client has broken off. */
    Outbox(TunnelEnd client, Runnable broken) {
        this.client = client;
        this.broken = broken;
    }

    /** Whether nothing is held, so that an end would be heard. */
    boolean isEmpty() {
        return held.isEmpty() && pong == null;
    }

    /**
     * Sends a part of a sender's message.
     *
     * @return how many bytes were taken; 0 if it has to wait for its turn or for the client
     */
    int send(Sender sender, ByteBuffer bytes, boolean last) {
        if (closed || !held.isEmpty() || !isTurnOf(sender)) {
            return 0;
        }
        int count = Math.min(bytes.remaining(), MOST_FRAME_BYTES);
        boolean ends = last && count == bytes.remaining();
        frame(sender, bytes, count, ends);
        write();
        return count;
    }

    /** Who is amid its message goes on; else those who wait come first. */
    private boolean isTurnOf(Sender sender) {
        return amid != null ? amid.equals(sender) : waiting.isEmpty() || sender.equals(turn);
    }

    /** Ends a sender's message, part of which was sent. */
    void end(Sender sender) {
        if (!closed && sender.equals(amid)) {
            frame(sender, ByteBuffer.allocate(0), 0, true);
            write();
        }
    }

    private void frame(Sender sender, ByteBuffer bytes, int count, boolean ends) {
        int opcode = amid == null ? FrameHead.TEXT : FrameHead.CONTINUATION;
        ByteBuffer head = FrameBytes.headToClient(opcode, count);
        if (!ends) {
            head.put(0, (byte) (head.get(0) & ~FINAL));
        }
        held.append(head);
        held.append(bytes, count);
        amid = ends ? null : sender;
    }

    /** Whether a sender is amid its message, which can't be taken back. */
    boolean isAmid(Sender sender) {
        return sender.equals(amid);
    }

    /** Tells the sender when it may go on. */
    void await(Sender sender) {
        if (!waiting.contains(sender)) {
            waiting.add(sender);
        }
        if (waiting.size() > MOST_WAITING) {
            broken.run();
        } else if (mayGoOn()) {
            client.wantWrite(true);
        }
    }

    /** Whether one of those who wait could send something as soon as the client takes it. */
    private boolean mayGoOn() {
        return amid == null ? !waiting.isEmpty() : waiting.contains(amid);
    }

    /** The sender waits no more. */
    void forget(Sender sender) {
        waiting.remove(sender);
    }

    /** Answers a Ping; of several that wait only the last is answered (RFC 6455 section 5.5.3). */
    void pong(byte[] payload) {
        pong = payload;
        write();
    }

    /** Says the last word; nothing is sent behind it. */
    void close(int code, String reason) {
        if (!closed) {
            closed = true;
            pong = null;
            waiting.clear();
            held.append(FrameBytes.toClient(FrameHead.CLOSE, FrameBytes.close(code, reason)));
            write();
        }
    }

    /** Tells the client the end of the stream, once all is out. */
    void end() {
        ending = true;
        write();
    }

    /** The client may take more, or somebody has just ended. */
    void run() {
        write();
        for (int turns = waiting.size(); turns > 0 && held.isEmpty(); turns--) {
            Sender next = amid == null ? waiting.poll() : amid;
            if (next == null || (next.equals(amid) && !waiting.remove(next))) {
                return;
            }
            turn = next;
            next.goOn();
            turn = null;
        }
    }

    private void write() {
        try {
            boolean gone = held.writeTo(client);
            byte[] answer = pong;
            if (gone && answer != null && !closed) {
                pong = null;
                held.append(FrameBytes.toClient(FrameHead.PONG, answer));
                gone = held.writeTo(client);
            }
            if (gone && ending) {
                client.endWrites();
            }
            client.wantWrite(!client.flush() || !gone || mayGoOn());
        } catch (IOException e) {
            broken.run();
        }
    }

    /** Forgets what is held. */
    void clear() {
        closed = true;
        held.clear();
        waiting.clear();
        pong = null;
        amid = null;
    }
}
