package io.ethryx.server.tunnel;

import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a tunnel. Holds one pooled buffer while its receiver takes no more, and none while nothing comes. Reads
 * nothing that can't be written: that is the back-pressure. Confined to one IO thread.
 *
 * <p>Once {@link #part} was called it passes bytes on up to the end of the frame that is on its way, writes a last frame of
 * its own, and swallows what still comes until the sender has said its own last word.
 */
final class Pump {

    /** So many buffers are moved before others of the thread have their turn. */
    private static final int BURST = 16;

    /** Hears of one direction. */
    interface Ending {

        /** Bytes have come. */
        void moved();

        /** This direction has come to its end, and the receiver was told. */
        void ended();

        /** The sender has broken off; this direction is over. */
        void senderBroke();

        /** The receiver takes no more; this direction is over. */
        void receiverBroke();

        /** This pump is to be run again when others have had their turn. */
        void again();
    }

    private enum Stage {
        /** What comes goes on. */
        PASSING,
        /** The sender has ended; the receiver is to be told. */
        ENDING,
        /** As {@code PASSING}, up to the end of the frame. */
        CUTTING,
        /** The last frame is being written. */
        PARTING,
        /** What comes is swallowed. */
        SWALLOWING,
        /** Nothing more happens. */
        OVER
    }

    private final TunnelEnd from;
    private final TunnelEnd to;
    private final ByteBufferPool buffers;
    private final Ending ending;
    private final FrameFollower frames = new FrameFollower();
    private Stage stage = Stage.PASSING;
    private @Nullable PooledByteBuffer held;
    private @Nullable ByteBuffer lastFrame;
    private boolean answerAwaited;
    private boolean endSaid;
    private long bytes;

    /**
     * A direction that stands still.
     *
     * @param from where bytes come from
     * @param to where they go
     * @param buffers where buffers come from
     * @param ending hears how it goes on
     */
    Pump(TunnelEnd from, TunnelEnd to, ByteBufferPool buffers, Ending ending) {
        this.from = from;
        this.to = to;
        this.buffers = buffers;
        this.ending = ending;
    }

    /** Bytes that the receiver has taken, our own last frame not counted. */
    long bytes() {
        return bytes;
    }

    /** Whether the receiver has been told the end, or is told it just now. */
    boolean isEnding() {
        return stage == Stage.ENDING || stage == Stage.OVER;
    }

    /** Whether nothing more happens in this direction. */
    boolean isOver() {
        return stage == Stage.OVER;
    }

    /** Whether the end of a frame is waited for to take leave. */
    boolean isCutting() {
        return stage == Stage.CUTTING;
    }

    /** Whether the sender's own Close frame has gone by. */
    boolean closeSeen() {
        return frames.closeEnded();
    }

    /**
     * Takes leave of the receiver at the next end of a frame. To be called once.
     *
     * @param frame the last frame
     * @param answered whether the sender will answer, so that what it sends is swallowed up to its own Close frame or end
     */
    void part(ByteBuffer frame, boolean answered) {
        if (stage == Stage.PASSING) {
            stage = Stage.CUTTING;
            lastFrame = frame;
            answerAwaited = answered;
            run();
        }
    }

    /** Ends the receiver's side as well, if the last frame was said to it: it has said its own. */
    void partAtOnce() {
        if (stage == Stage.SWALLOWING) {
            try {
                sayEnd();
                to.flush();
            } catch (IOException e) {
                // It has ended by itself; the sender's answer is waited for all the same.
                to.wantWrite(false);
            }
        }
    }

    /** Gives back what is held; nothing more happens. Idempotent. */
    void stop() {
        stage = Stage.OVER;
        release();
    }

    /** Moves what can be moved now. To be called when the sender can be read or the receiver be written to. */
    void run() {
        try {
            move();
        } catch (IOException e) {
            stop();
            ending.receiverBroke();
        }
    }

    private void move() throws IOException {
        boolean drained = false;
        for (int turn = 0; turn < BURST && stage != Stage.OVER; turn++) {
            if (!write()) {
                from.wantRead(false);
                to.wantWrite(true);
                return;
            } else if (drained && stage != Stage.OVER) {
                to.wantWrite(false);
                from.wantRead(true);
                return;
            }
            drained = stage != Stage.OVER && read();
        }
        if (stage != Stage.OVER) {
            ending.again();
        }
    }

    /** Reads once; true if nothing is left to be read now. */
    private boolean read() {
        PooledByteBuffer pooled = buffers.allocate();
        ByteBuffer into = pooled.getBuffer();
        int n;
        try {
            n = from.read(into);
        } catch (IOException e) {
            pooled.close();
            stop();
            ending.senderBroke();
            return true;
        }
        if (n <= 0 || stage == Stage.OVER) {
            pooled.close();
            stage = n < 0 && stage != Stage.OVER ? Stage.ENDING : stage;
            return true;
        }
        boolean drained = into.hasRemaining();
        into.flip();
        held = pooled;
        ending.moved();
        return drained;
    }

    /** Writes what there is to be written; false if the receiver has to be waited for. */
    private boolean write() throws IOException {
        PooledByteBuffer pooled = held;
        if (pooled != null) {
            if (!pass(pooled.getBuffer())) {
                return false;
            }
            release();
        }
        return switch (stage) {
            case PASSING -> to.flush();
            case CUTTING -> cut();
            case PARTING -> sayLast();
            case SWALLOWING -> !frames.closeEnded() || end();
            case ENDING -> end();
            case OVER -> true;
        };
    }

    /** Passes bytes on, or swallows them; false if the receiver has to be waited for. */
    private boolean pass(ByteBuffer bytes) throws IOException {
        int end = bytes.limit();
        if (stage == Stage.CUTTING) {
            int start = bytes.position();
            bytes.limit(frames.atBoundary() ? start : frames.copy().toBoundary(bytes, start, end));
        }
        while (stage != Stage.SWALLOWING && bytes.hasRemaining()) {
            int at = bytes.position();
            int taken = to.write(bytes);
            if (taken == 0) {
                bytes.limit(end);
                return false;
            }
            frames.follow(bytes, at, at + taken);
            this.bytes += taken;
        }
        bytes.limit(end);
        if (bytes.hasRemaining()) {
            stage = stage == Stage.CUTTING && !frames.closeEnded() ? Stage.PARTING : stage;
            frames.follow(bytes, bytes.position(), end);
        }
        return true;
    }

    private boolean cut() throws IOException {
        if (!frames.atBoundary()) {
            return to.flush();
        }
        stage = frames.closeEnded() ? Stage.ENDING : Stage.PARTING;
        return write();
    }

    private boolean sayLast() throws IOException {
        ByteBuffer frame = lastFrame;
        while (frame != null && frame.hasRemaining()) {
            if (to.write(frame) == 0) {
                return false;
            }
        }
        lastFrame = null;
        stage = answerAwaited ? Stage.SWALLOWING : Stage.ENDING;
        return to.flush() && write();
    }

    private boolean end() throws IOException {
        stage = Stage.ENDING;
        sayEnd();
        if (!to.flush()) {
            return false;
        }
        stage = Stage.OVER;
        // An end stays readable, and a receiver writable: who is told of it again and again does nothing else.
        from.wantRead(false);
        to.wantWrite(false);
        ending.ended();
        return true;
    }

    private void sayEnd() throws IOException {
        if (!endSaid) {
            endSaid = true;
            to.endWrites();
        }
    }

    private void release() {
        PooledByteBuffer pooled = held;
        held = null;
        if (pooled != null) {
            pooled.close();
        }
    }
}
