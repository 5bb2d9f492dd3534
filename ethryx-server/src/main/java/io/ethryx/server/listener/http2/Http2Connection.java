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
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;

/**
 * The socket of an HTTP/2 client, from its first turn to its end: {@link FrameIntake} reads it, its streams are {@link
 * Http2Streams}, and all that they have to say in one {@link Turn} is written at the end of that. Confined to the IO thread.
 */
final class Http2Connection implements OpenConnection {

    private static final int WRITES_A_TURN = 8;

    private final StreamConnection connection;
    private final Peer peer;
    private final ListenerSettings settings;
    private final Roster roster;
    private final FrameWriter out;
    private final HeaderReader headers;
    private final Http2Streams streams;
    private final FrameIntake intake;
    private final Deadlines deadlines;
    private final Goodbye goodbye;
    private final Turn turn;
    private boolean leaving;
    private boolean over;

    Http2Connection(StreamConnection connection, ListenerSettings settings, Roster roster) {
        this.connection = connection;
        peer = new Peer(() -> connection.getPeerAddress(InetSocketAddress.class));
        this.settings = settings;
        this.roster = roster;
        this.out = new FrameWriter(settings.io().buffers());
        this.headers = new HeaderReader(settings.heldBytes());
        this.turn = new Turn(connection.getIoThread(), this::turnEnds);
        this.streams = new Http2Streams(this, out, settings);
        this.intake = new FrameIntake(connection, settings.io().buffers(), new FrameReader(streams, headers), out);
        this.deadlines = new Deadlines(settings.limits(), roster.wheel(), this::late);
        this.goodbye = new Goodbye(out, roster.wheel(), this::sayGoodbye);
    }

    /** Begins with what came behind the preface; takes the buffer. */
    void start(PooledByteBuffer first) {
        connection.getSourceChannel().setReadListener(channel -> readable());
        connection.getSinkChannel().setWriteListener(channel -> turnEnds());
        connection.setCloseListener(channel -> closed());
        streams.greet();
        deadlines.owes();
        intake.begin(first);
        turn.begin();
        roster.add(this);
        turn.end();
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

    // --- turns ---

    /** In which whatever is queued is written. */
    Turn turn() {
        return turn;
    }

    private void readable() {
        take(true);
    }

    private void turnEnds() {
        take(false);
    }

    /** Takes a turn, whole or the end of it alone. */
    private void take(boolean readable) {
        if (over) {
            return;
        }
        turn.begin();
        try {
            if (readable) {
                read();
            }
            turn.runDue();
            write();
        } catch (ConnectionFault e) {
            fail(e.code());
        } catch (IOException e) {
            close();
        } catch (RuntimeException | Error e) {
            settings.events().connectionFailed(e);
            close();
        } finally {
            turn.end();
        }
    }

    private void read() throws IOException, ConnectionFault {
        if (!intake.read()) {
            close();
        } else if (!over && streams.greeted()) {
            if (intake.isAmidFrame()) {
                deadlines.owes();
            } else {
                deadlines.owesNothing();
            }
        }
    }

    private void write() throws IOException {
        boolean progress = false;
        boolean written = true;
        boolean more = true;
        for (int writes = 0; more && !over; writes++) {
            int waiting = out.waiting();
            written = out.flush(connection.getSinkChannel().getConduit());
            progress |= out.waiting() < waiting;
            if (writes == WRITES_A_TURN) {
                turn.wantAnother();
                break;
            }
            more = written && streams.resume();
        }
        if (!over) {
            written(written, progress);
        }
    }

    private void written(boolean all, boolean progress) {
        if (all) {
            deadlines.allRead();
            connection.getSinkChannel().suspendWrites();
        } else {
            deadlines.unread(progress);
            connection.getSinkChannel().resumeWrites();
        }
        if (all && leaving && streams.isEmpty()) {
            endSoftly();
        } else if (intake.goesOn()) {
            connection.getIoThread().execute(this::readable);
        }
    }

    // --- early and late ---

    /** The client has sent its settings. */
    void greeted() {
        deadlines.owesNothing();
        if (streams.isEmpty()) {
            becameIdle();
        }
    }

    void becameBusy() {
        deadlines.busy();
    }

    void becameIdle() {
        if (leaving) {
            turn.want();
        } else {
            deadlines.idle();
        }
    }

    private void late(Deadlines.Kind with) {
        switch (with) {
            case OWED -> fail(streams.greeted() ? ErrorCode.ENHANCE_YOUR_CALM : ErrorCode.PROTOCOL_ERROR);
            case IDLE -> leave();
            case UNREAD -> standsUnread();
        }
    }

    /** The client has taken nothing for too long; whether one of a tunnel is still there is for TCP to find out. */
    private void standsUnread() {
        if (streams.areAllTunnels() && !leaving) {
            deadlines.unread(true);
        } else {
            close();
        }
    }

    // --- the end ---

    /** The client opens no more streams. */
    void clientLeaves() {
        leaving = true;
        deadlines.busy();
        turn.want();
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
            turn.want();
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
        deadlines.busy();
        streams.refuse();
        out.goAway(streams.last(), ErrorCode.NO_ERROR);
        turn.want();
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
        deadlines.clear();
        goodbye.forget();
        turn.close();
        roster.remove(this);
        intake.close();
        streams.lost();
        headers.release();
        out.release();
    }

    boolean isOver() {
        return over;
    }
}
