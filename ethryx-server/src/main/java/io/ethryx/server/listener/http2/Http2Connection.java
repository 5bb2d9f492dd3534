package io.ethryx.server.listener.http2;

import io.ethryx.server.http2.ConnectionFault;
import io.ethryx.server.http2.ErrorCode;
import io.ethryx.server.http2.FrameReader;
import io.ethryx.server.http2.FrameWriter;
import io.ethryx.server.http2.HeaderReader;
import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.Peer;
import io.ethryx.server.listener.connection.LingeringClose;
import io.ethryx.server.listener.connection.OpenConnection;
import io.ethryx.server.listener.connection.Roster;
import io.ethryx.server.timer.Timeout;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;

/**
 * The socket of an HTTP/2 client: reads, writes, deadlines and the end of it; its streams are {@link Http2Streams}. All that
 * happens during one turn of the IO thread is written at the end of it. Confined to that thread.
 */
final class Http2Connection implements OpenConnection {

    private static final int READS_A_TURN = 4;
    private static final int WRITES_A_TURN = 8;

    private final StreamConnection connection;
    private final Peer peer;
    private final ListenerSettings settings;
    private final Roster roster;
    private final FrameWriter out;
    private final HeaderReader headers;
    private final Http2Streams streams;
    private final FrameReader in;
    private final ArrayDeque<Runnable> due = new ArrayDeque<>(2);
    private final Timeout owed = new Timeout(this::bytesAreOwed);
    private final Timeout idle = new Timeout(this::standsIdle);
    private final Timeout unread = new Timeout(this::standsUnread);
    private final Goodbye goodbye;
    private final Runnable turnEnds = this::turnEnds;
    private final BooleanSupplier enough = this::isCrowded;
    private @Nullable PooledByteBuffer rest;
    private boolean inTurn;
    private boolean turnEnding;
    private boolean crowded;
    private boolean leaving;
    private boolean over;

    Http2Connection(StreamConnection connection, ListenerSettings settings, Roster roster) {
        this.connection = connection;
        peer = new Peer(() -> connection.getPeerAddress(InetSocketAddress.class));
        this.settings = settings;
        this.roster = roster;
        this.out = new FrameWriter(settings.io().buffers());
        this.headers = new HeaderReader(settings.heldBytes());
        this.streams = new Http2Streams(this, out, settings);
        this.in = new FrameReader(streams, headers);
        this.goodbye = new Goodbye(out, roster.wheel(), this::sayGoodbye);
    }

    /** Begins with what came behind the preface; takes the buffer. */
    void start(PooledByteBuffer first) {
        connection.getSourceChannel().setReadListener(channel -> readable());
        connection.getSinkChannel().setWriteListener(channel -> turnEnds());
        connection.setCloseListener(channel -> closed());
        streams.greet();
        roster.wheel().set(owed, settings.limits().headTimeout());
        first.getBuffer().compact();
        rest = first;
        inTurn = true;
        roster.add(this);
        inTurn = false;
        if (connection.isOpen() && !over) {
            connection.getSourceChannel().resumeReads();
            readable();
        }
    }

    StreamConnection connection() {
        return connection;
    }

    Roster roster() {
        return roster;
    }

    InetSocketAddress peer() {
        return peer.address();
    }

    String peerText() {
        return peer.text();
    }

    // --- reading ---

    private void readable() {
        if (over) {
            return;
        }
        inTurn = true;
        try {
            read();
        } catch (ConnectionFault e) {
            fail(e.code());
        } catch (IOException e) {
            close();
        } catch (RuntimeException | Error e) {
            settings.events().connectionFailed(e);
            close();
        } finally {
            inTurn = false;
        }
        turnEnds();
    }

    private void read() throws IOException, ConnectionFault {
        PooledByteBuffer pooled = rest == null ? settings.io().buffers().allocate() : rest;
        rest = pooled;
        ByteBuffer bytes = pooled.getBuffer();
        if (bytes.position() > 0) {
            parse(bytes);
        }
        int reads = 0;
        boolean more = !crowded;
        while (more && !over) {
            int read = connection.getSourceChannel().read(bytes);
            if (read < 0) {
                close();
                return;
            }
            more = !bytes.hasRemaining() && ++reads < READS_A_TURN;
            if (read > 0) {
                parse(bytes);
                more &= !crowded;
            }
        }
        boolean amidFrame = bytes.position() > 0;
        if (!amidFrame) {
            rest = null;
            pooled.close();
        }
        watchTheClock(amidFrame);
    }

    private void parse(ByteBuffer bytes) throws ConnectionFault {
        bytes.flip();
        in.read(bytes, enough);
        bytes.compact();
    }

    /** A client that does not read is not read from. */
    private boolean isCrowded() {
        crowded = over || out.waiting() >= Http2Limits.MOST_WAITING_BYTES;
        return crowded;
    }

    /** The rest of a frame that has begun is owed in time, and so are the client's settings. */
    private void watchTheClock(boolean amidFrame) {
        if (over || !streams.greeted()) {
            return;
        }
        if (in.isAmidHead() || (amidFrame && !crowded)) {
            if (!owed.isSet()) {
                roster.wheel().set(owed, settings.limits().headTimeout());
            }
        } else {
            owed.clear();
        }
    }

    // --- the end of a turn ---

    /** Sees that what was queued is written, and that what is due is run, at the end of this turn of the IO thread. */
    void endTurn() {
        if (!inTurn && !turnEnding && !over) {
            turnEnding = true;
            connection.getIoThread().execute(turnEnds);
        }
    }

    /** Runs something at the end of this turn. */
    void atEndOfTurn(Runnable action) {
        due.add(action);
        endTurn();
    }

    private void turnEnds() {
        turnEnding = false;
        if (over) {
            return;
        }
        inTurn = true;
        try {
            runDue();
            write();
        } catch (IOException e) {
            close();
        } catch (RuntimeException | Error e) {
            settings.events().connectionFailed(e);
            close();
        } finally {
            inTurn = false;
        }
        if (!due.isEmpty()) {
            endTurn();
        }
    }

    private void runDue() {
        for (int left = due.size(); left > 0 && !over; left--) {
            Runnable action = due.poll();
            if (action == null) {
                return;
            }
            action.run();
        }
    }

    private void write() throws IOException {
        boolean progress = false;
        boolean written = true;
        boolean more = true;
        for (int turn = 0; more && !over; turn++) {
            int waiting = out.waiting();
            written = out.flush(connection.getSinkChannel().getConduit());
            progress |= out.waiting() < waiting;
            if (turn == WRITES_A_TURN) {
                endTurnLater();
                break;
            }
            more = written && streams.resume();
        }
        if (!over) {
            written(written, progress);
        }
    }

    private void endTurnLater() {
        turnEnding = true;
        connection.getIoThread().execute(turnEnds);
    }

    private void written(boolean all, boolean progress) {
        if (all) {
            unread.clear();
            connection.getSinkChannel().suspendWrites();
        } else {
            if (progress || !unread.isSet()) {
                roster.wheel().set(unread, settings.limits().http2BodyIdleTimeout());
            }
            connection.getSinkChannel().resumeWrites();
        }
        if (all && leaving && streams.isEmpty()) {
            endSoftly();
        } else if (crowded && out.waiting() < Http2Limits.MOST_WAITING_BYTES / 2) {
            crowded = false;
            connection.getSourceChannel().resumeReads();
            connection.getIoThread().execute(this::readable);
        } else if (crowded) {
            connection.getSourceChannel().suspendReads();
        }
    }

    /** The client has taken nothing for too long; whether one of a tunnel is still there is for TCP to find out. */
    private void standsUnread() {
        if (streams.areAllTunnels() && !leaving) {
            roster.wheel().set(unread, settings.limits().http2BodyIdleTimeout());
        } else {
            close();
        }
    }

    // --- busy and idle ---

    /** The client has sent its settings. */
    void greeted() {
        owed.clear();
        if (streams.isEmpty()) {
            becameIdle();
        }
    }

    void becameBusy() {
        idle.clear();
    }

    void becameIdle() {
        if (leaving) {
            endTurn();
        } else {
            roster.wheel().set(idle, settings.limits().keepAliveTimeout());
        }
    }

    private void standsIdle() {
        leave();
    }

    private void bytesAreOwed() {
        fail(streams.greeted() ? ErrorCode.ENHANCE_YOUR_CALM : ErrorCode.PROTOCOL_ERROR);
    }

    // --- the end ---

    /** The client opens no more streams. */
    void clientLeaves() {
        leaving = true;
        idle.clear();
        endTurn();
    }

    @Override
    public void drain() {
        if (leaving || over) {
            return;
        }
        if (streams.isEmpty()) {
            leave();
        } else {
            goodbye.begin();
            endTurn();
        }
    }

    /** The client answers a PING. */
    void pinged(long opaque) {
        goodbye.pinged(opaque);
    }

    private void sayGoodbye() {
        if (!leaving) {
            leave();
        }
    }

    private void leave() {
        leaving = true;
        idle.clear();
        streams.refuse();
        out.goAway(streams.last(), ErrorCode.NO_ERROR);
        endTurn();
    }

    private void fail(int code) {
        if (!over) {
            out.goAway(streams.last(), code);
            endSoftly();
        }
    }

    private void endSoftly() {
        ByteBuffer lastWords = out.takeAll();
        cleanUp();
        LingeringClose.begin(connection, lastWords, settings.io().buffers(), roster.wheel());
    }

    @Override
    public void closeNow() {
        close();
    }

    private void close() {
        cleanUp();
        IoUtils.safeClose(connection);
    }

    private void closed() {
        cleanUp();
    }

    private void cleanUp() {
        if (over) {
            return;
        }
        over = true;
        owed.clear();
        idle.clear();
        unread.clear();
        goodbye.forget();
        due.clear();
        roster.remove(this);
        PooledByteBuffer current = rest;
        rest = null;
        if (current != null) {
            current.close();
        }
        streams.lost();
        headers.release();
        out.release();
    }

    boolean isOver() {
        return over;
    }
}
