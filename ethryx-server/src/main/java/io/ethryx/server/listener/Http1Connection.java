package io.ethryx.server.listener;

import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpServerConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.Options;
import org.xnio.StreamConnection;

/**
 * An HTTP/1.1 connection as Undertow sees it: the socket's connection with a {@link RequestGuard} and an
 * {@link AnswerConduit} between, and an own way to close. Confined to its IO thread.
 */
final class Http1Connection extends WrappedConnection implements OpenConnection {

    private final ListenerSettings settings;
    private final Roster roster;
    private final RequestGuard guard;
    private final AnswerConduit answer;
    private @Nullable Fault fault;
    private boolean aborted;
    private boolean closing;

    Http1Connection(StreamConnection raw, ListenerSettings settings, Roster roster) {
        super(raw);
        this.settings = settings;
        this.roster = roster;
        answer = new AnswerConduit(this, raw.getSinkChannel().getConduit());
        guard = new RequestGuard(this, raw.getSourceChannel().getConduit(), settings, roster.wheel());
        setSourceConduit(guard);
        setSinkConduit(answer);
        raw.getSourceChannel().setReadListener(channel -> guard.readable());
        raw.setCloseListener(channel -> IoUtils.safeClose(this));
    }

    /** The connection that an exchange came on. */
    static Http1Connection of(HttpServerExchange exchange) {
        return (Http1Connection) ((HttpServerConnection) exchange.getConnection()).getChannel();
    }

    RequestGuard guard() {
        return guard;
    }

    AnswerConduit answer() {
        return answer;
    }

    /** Whether the listeners are being drained, so that this connection must end with its next answer. */
    boolean draining() {
        return roster.draining();
    }

    /** Refuses the request in progress: the client is told why if no answer has begun, and the connection closes. */
    void refuse(Fault why) {
        if (!answer.begun()) {
            fault = why;
        }
        left();
    }

    /** The status of the refusal, 0 if there was none. */
    int refusedWith() {
        return fault == null ? 0 : fault.status();
    }

    /** The client has left: whoever works for it is told, and the connection closes. */
    void left() {
        guard.gone();
        IoUtils.safeClose(this);
    }

    /** Closes so that the client cannot take a cut answer for a whole one. */
    void abort() {
        aborted = true;
        IoUtils.safeClose(this);
    }

    boolean isClosing() {
        return closing;
    }

    void endReads() {
        if (readClosed()) {
            guard.terminated();
        }
    }

    @Override
    protected void notifyReadClosed() {
        guard.terminated();
    }

    @Override
    protected void notifyWriteClosed() {
        answer.terminated();
    }

    void endWrites() {
        if (!guard.requestWhole()) {
            // The client may never send the rest, and nobody waits for it.
            thread.execute(() -> IoUtils.safeClose(this));
        }
        writeClosed();
    }

    @Override
    protected void closeAction() {
        closing = true;
        roster.remove(this);
        boolean unread = !guard.requestWhole() || guard.holdsBytes();
        guard.closed();
        ByteBuffer lastWords = fault == null ? null : fault.answer();
        if (lastWords == null && (aborted || (answer.begun() && !answer.ended()))) {
            reset();
        } else if (lastWords != null || (unread && answer.ended())) {
            LingeringClose.begin(raw, lastWords, settings.pool(), roster.wheel());
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

    @Override
    public void drain() {
        if (guard.idle()) {
            IoUtils.safeClose(this);
        }
    }

    @Override
    public void closeNow() {
        abort();
    }
}
