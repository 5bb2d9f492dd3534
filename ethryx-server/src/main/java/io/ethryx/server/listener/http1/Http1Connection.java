package io.ethryx.server.listener.http1;

import io.ethryx.server.listener.ClientTunnel;
import io.ethryx.server.listener.DeclinedConnect;
import io.ethryx.server.listener.DeclinedHead;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.Peer;
import io.ethryx.server.listener.TakenConnection;
import io.ethryx.server.listener.connection.Fault;
import io.ethryx.server.listener.connection.LingeringClose;
import io.ethryx.server.listener.connection.OpenConnection;
import io.ethryx.server.listener.connection.Roster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.Options;
import org.xnio.StreamConnection;
import org.xnio.XnioIoThread;
import org.xnio.conduits.ReadReadyHandler;
import org.xnio.conduits.WriteReadyHandler;

/**
 * The life of an HTTP/1.1 connection: one exchange after another, a switch of protocols perhaps, and an end (RFC 9112 section
 * 9). Confined to its IO thread.
 */
public final class Http1Connection implements OpenConnection, ReadReadyHandler, WriteReadyHandler {

    /** Reads on, where what comes next was read before. */
    final Runnable readOn;

    /** Tells whoever waits for a body that what is there of it was read before. */
    final Runnable deliver;

    private final Runnable sendNow = this::sendNow;
    private final StreamConnection raw;
    private final Peer peer;
    private final ListenerSettings settings;
    private final Roster roster;
    private final RequestReader reader;
    private final AnswerOutput output;
    private @Nullable Http1Exchange exchange;
    private @Nullable ClientTunnel tunnel;
    private @Nullable Fault fault;
    private boolean closed;

    /**
     * A connection that is yet to begin.
     *
     * @param raw the socket's own connection
     * @param settings of the listeners
     * @param roster the connections of its IO thread
     */
    public Http1Connection(StreamConnection raw, ListenerSettings settings, Roster roster) {
        this.raw = raw;
        peer = new Peer(() -> (InetSocketAddress) raw.getPeerAddress());
        this.settings = settings;
        this.roster = roster;
        reader = new RequestReader(this, raw.getSourceChannel().getConduit(), settings, roster);
        output = new AnswerOutput(
                raw.getSinkChannel().getConduit(), settings.io().buffers());
        readOn = reader::readOn;
        deliver = this::deliver;
    }

    /**
     * Takes the bytes that were read while the protocol was being made out, and begins.
     *
     * @param first borrowed for the call
     */
    public void start(ByteBuffer first) {
        raw.getSourceChannel().getConduit().setReadReadyHandler(this);
        raw.getSinkChannel().getConduit().setWriteReadyHandler(this);
        raw.setCloseListener(channel -> lost());
        guarded(() -> reader.start(first));
        if (!closed && tunnel == null) {
            raw.getSourceChannel().getConduit().resumeReads();
        }
        if (!closed) {
            roster.add(this);
        }
    }

    // --- what the exchange and its parts ask ---

    XnioIoThread thread() {
        return raw.getIoThread();
    }

    InetSocketAddress peer() {
        return peer.address();
    }

    String peerText() {
        return peer.text();
    }

    RequestReader reader() {
        return reader;
    }

    AnswerOutput output() {
        return output;
    }

    byte[] dateLine() {
        return roster.date().now();
    }

    /** The exchange in progress. */
    @Nullable
    Http1Exchange exchange() {
        return exchange;
    }

    /** Whether the next request must wait, perhaps for ever. */
    boolean isBusy() {
        return exchange != null || closed;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether the connection may serve another request after this one, as far as can be told when its answer begins. */
    boolean mayLiveOn(Http1Exchange begun) {
        if (!begun.body().isTouched()) {
            reader.forgetWhatCame();
        }
        return reader.head().persistent() && reader.isWhole() && !roster.draining();
    }

    /** Runs something after what runs now. */
    void later(Runnable task) {
        thread().execute(() -> guarded(task));
    }

    private void deliver() {
        Http1Exchange current = exchange;
        if (current != null) {
            current.body().deliver();
        }
    }

    /** Sends the answer at the end of the round. */
    void putOff() {
        roster.roundEnd().add(sendNow);
    }

    private void sendNow() {
        Http1Exchange current = exchange;
        if (current == null) {
            return;
        }
        try {
            current.answer().sendNow();
        } catch (IOException e) {
            left();
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    // --- events ---

    @Override
    public void readReady() {
        try {
            reader.readable();
        } catch (IOException e) {
            left();
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    @Override
    public void writeReady() {
        try {
            Http1Exchange current = exchange;
            if (current == null) {
                output.want(false);
            } else {
                current.answer().tell();
            }
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    private void guarded(Runnable task) {
        try {
            if (!closed) {
                task.run();
            }
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    /** A fault of our own: the client is told if it can be, and never waits for ever. */
    private void failed(Throwable cause) {
        settings.events().connectionFailed(cause);
        if (!closed) {
            refuse(Fault.INTERNAL);
        }
    }

    /** A head has come whole. */
    void begin() {
        Http1Exchange begun = new Http1Exchange(this, reader.head());
        exchange = begun;
        if (reader.head().line().isConnect()) {
            DeclinedConnect.answer(begun, settings.events());
        } else {
            settings.handler().handle(begun);
        }
    }

    /** A part of a head has come. */
    void waits() {
        if (roster.draining()) {
            close();
        }
    }

    /** The answer has been handed over to its last byte. */
    void answered() {
        Http1Exchange done = exchange;
        if (done == null) {
            return;
        }
        exchange = null;
        output.want(false);
        done.end();
        if (!closed && done.answer().keepsAlive() && !roster.draining()) {
            reader.next();
        } else {
            close();
        }
    }

    // --- ends ---

    /** Refuses the request in progress: the client is told why if no answer has begun, and the connection closes. */
    void refuse(@Nullable Fault why) {
        Http1Exchange current = exchange;
        if (current == null) {
            fault = why;
            if (why != null) {
                tellOfDeclined(why);
            }
        } else if (why != null && !current.answer().hasBegun()) {
            fault = why;
            current.refused(why.status());
        }
        left();
    }

    private void tellOfDeclined(Fault why) {
        RequestLine line = reader.head().line();
        if (line.ended() && line.fault() == null) {
            settings.events()
                    .headDeclined(new DeclinedHead(
                            line.http10() ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1,
                            peer(),
                            line.method(),
                            line.target(),
                            why.status()));
        }
    }

    /** The client has left, or is to be left: whoever works for it is told, and the connection closes. */
    void left() {
        Http1Exchange current = exchange;
        if (current != null) {
            current.gone();
        }
        if (current != null && current.answer().hasBegun() && !current.answer().isOver()) {
            abort();
        } else {
            close();
        }
    }

    /** Closes; what the client has not read yet it still gets. */
    void close() {
        end(!closed && reader.hasUnread(), false);
    }

    /** Closes so that the client cannot take a cut answer for a whole one. */
    void abort() {
        end(false, true);
    }

    private void end(boolean unread, boolean cut) {
        if (closed) {
            return;
        }
        closed = true;
        roster.remove(this);
        output.release();
        Http1Exchange current = exchange;
        exchange = null;
        if (current != null) {
            current.end();
        }
        reader.close();
        Fault why = fault;
        if (why != null || unread) {
            LingeringClose.begin(
                    raw, why == null ? null : why.answer(), settings.io().buffers(), roster.wheel());
        } else if (cut) {
            reset();
        } else {
            IoUtils.safeClose(raw);
        }
    }

    private void reset() {
        try {
            raw.setOption(Options.CLOSE_ABORT, true);
        } catch (IOException e) {
            settings.events().connectionFailed(e);
        }
        IoUtils.safeClose(raw);
    }

    /** The socket was closed, by whoever has taken the connection or by the end of its thread. */
    private void lost() {
        tunnel = null;
        end(false, false);
    }

    @Override
    public void drain() {
        if (tunnel != null) {
            tunnel.drain();
        } else if (exchange == null && reader.incoming().isEmpty()) {
            close();
        }
    }

    @Override
    public void closeNow() {
        if (tunnel != null) {
            tunnel.closeNow();
        }
        abort();
    }

    @Override
    public void forceTermination() {
        IoUtils.safeClose(raw);
    }

    @Override
    public void terminated() {
        // an end of reading or writing is met where it is read or written
    }

    // --- another protocol ---

    TakenConnection takeOver(ClientTunnel taker) {
        tunnel = taker;
        output.want(false);
        reader.incoming().resume();
        raw.getSourceChannel().getConduit().suspendReads();
        raw.getSourceChannel()
                .getConduit()
                .setReadReadyHandler(new ReadReadyHandler.ChannelListenerHandler<>(raw.getSourceChannel()));
        raw.getSinkChannel()
                .getConduit()
                .setWriteReadyHandler(new WriteReadyHandler.ChannelListenerHandler<>(raw.getSinkChannel()));
        ByteBuffer early = reader.handOver();
        if (roster.draining()) {
            later(taker::drain);
        }
        return new TakenConnection(raw, early);
    }
}
