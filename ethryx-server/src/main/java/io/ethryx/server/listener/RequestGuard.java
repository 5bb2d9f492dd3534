package io.ethryx.server.listener;

import io.ethryx.server.timer.TimerWheel;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.conduits.ReadReadyHandler;
import org.xnio.conduits.StreamSourceConduit;

/**
 * Stands between the socket and Undertow's parser and sees every byte first. A head passes only whole and only if
 * {@link RequestFraming} finds nothing wrong; no byte behind the end of a request passes before that request's exchange has
 * ended. Interest in reading stays armed for the whole life of the connection, so that a client that leaves is noticed.
 */
final class RequestGuard extends SingleReadConduit {

    private static final int MORE = Integer.MIN_VALUE;

    private final Http1Connection connection;
    private final RequestFraming framing;
    private final HeldBytes held;
    private final Deadlines deadlines;
    private final Runnable ready = this::ready;
    private final int heldLimit;
    private @Nullable ReadReadyHandler handler;
    private @Nullable Http1Stream stream;
    /** How many held bytes, from the first, have been judged. */
    private int judged;

    private boolean wanted;
    private boolean paused;
    private boolean over;
    private boolean tunnel;
    private boolean closed;

    RequestGuard(Http1Connection connection, StreamSourceConduit next, ListenerSettings settings, TimerWheel wheel) {
        super(next);
        this.connection = connection;
        this.framing = new RequestFraming(settings.limits().maxRequestHeadBytes());
        this.held = new HeldBytes(settings.heldBytes());
        this.heldLimit = settings.pool().getBufferSize();
        this.deadlines = new Deadlines(settings.limits(), wheel, this::late);
    }

    /** Takes the bytes that were read while the protocol was being made out, and begins. */
    void start(ByteBuffer first) {
        if (!held.append(first, first.position(), first.remaining())) {
            connection.refuse(Fault.OVER_BUDGET);
            return;
        }
        deadlines.head();
        next.resumeReads();
    }

    RequestFraming framing() {
        return framing;
    }

    /** Whether the current request has come in to its last byte, or none has begun. */
    boolean requestWhole() {
        return framing.done() || framing.untouched();
    }

    boolean holdsBytes() {
        return !held.isEmpty();
    }

    /** Whether nothing is in progress. */
    boolean idle() {
        return stream == null && held.isEmpty() && requestWhole();
    }

    void exchangeBegun(Http1Stream begun) {
        stream = begun;
    }

    void exchangeEnded(HttpServerExchange exchange) {
        stream = null;
        deadlines.clear();
        connection.answer().answerEnded();
        if (exchange.isUpgrade()) {
            tunnel = true;
        } else if (!exchange.isPersistent() || connection.draining() || !framing.done()) {
            exchange.setPersistent(false);
            over = true;
        } else if (held.isEmpty()) {
            deadlines.idle();
        } else {
            deadlines.head();
        }
    }

    /** Tells the exchange in progress that its client has left. */
    void gone() {
        Http1Stream current = stream;
        if (current != null) {
            current.gone();
        }
    }

    /** Gives back what is held; nothing is read any more. */
    void closed() {
        closed = true;
        wanted = false;
        deadlines.clear();
        judged = 0;
        held.release();
    }

    @Override
    public int read(ByteBuffer dst) throws IOException {
        if (closed || over) {
            return -1;
        } else if (!dst.hasRemaining()) {
            return 0;
        } else if (tunnel) {
            return tunnelled(dst);
        }
        if (framing.done() && judged == 0) {
            if (stream != null) {
                return 0;
            }
            framing.reset();
        }
        int read = MORE;
        while (read == MORE) {
            if (cleared() > 0) {
                read = deliver(dst);
            } else if (held.isEmpty()) {
                read = direct(dst);
            } else if (judged < held.size()) {
                read = judgeHeld();
            } else {
                read = filled(held.fill(next));
            }
        }
        return read;
    }

    /** How many held bytes may pass. */
    private int cleared() {
        return framing.inHead() ? 0 : judged;
    }

    private int tunnelled(ByteBuffer dst) throws IOException {
        if (held.isEmpty()) {
            return next.read(dst);
        }
        int length = Math.min(held.size(), dst.remaining());
        held.moveTo(dst, length);
        return length;
    }

    private int deliver(ByteBuffer dst) {
        int length = Math.min(cleared(), dst.remaining());
        held.moveTo(dst, length);
        judged -= length;
        return length;
    }

    private int filled(int read) {
        return read == HeldBytes.OVER_BUDGET ? overBudget() : read > 0 ? MORE : endOr(0);
    }

    private int overBudget() {
        connection.refuse(Fault.OVER_BUDGET);
        return -1;
    }

    private int endOr(int nothing) {
        return next.isReadShutdown() ? -1 : nothing;
    }

    /** Reads straight into the reader's buffer, the usual case. */
    private int direct(ByteBuffer dst) throws IOException {
        int from = dst.position();
        int read = next.read(dst);
        if (read <= 0) {
            return read;
        }
        int to = from + read;
        boolean wasHead = framing.inHead();
        int at = framing.scan(dst, from, to);
        if (wasHead && framing.fault() == null) {
            if (framing.inHead() || framing.line().isConnect()) {
                framing.reset();
                dst.position(from);
                return keep(dst, from, to) ? MORE : overBudget();
            }
            int removed = framing.cut(dst, from, to);
            to -= removed;
            at = framing.scan(dst, at - removed, to);
        }
        if (framing.fault() != null) {
            dst.position(from);
            return refuse();
        }
        passed(wasHead);
        if (!keep(dst, at, to)) {
            dst.position(from);
            return overBudget();
        }
        dst.position(at);
        return at - from;
    }

    private boolean keep(ByteBuffer dst, int from, int to) {
        return to <= from || held.append(dst, from, to - from);
    }

    /** Judges what is held and not judged yet: a head in pieces, early bytes, or a CONNECT. */
    private int judgeHeld() throws IOException {
        ByteBuffer bytes = held.bytes();
        int start = held.start();
        boolean wasHead = framing.inHead();
        judged = framing.scan(bytes, start + judged, held.end()) - start;
        if (framing.inHead() && framing.fault() == null) {
            deadlines.head();
            return MORE;
        }
        if (wasHead && framing.fault() == null) {
            if (framing.line().isConnect()) {
                return declineConnect();
            }
            int removed = framing.cut(bytes, start, held.end());
            held.truncate(held.end() - removed);
            judged = framing.scan(bytes, start + judged - removed, held.end()) - start;
        }
        if (framing.fault() != null) {
            return refuse();
        }
        passed(wasHead);
        return MORE;
    }

    /** Answers 405 and goes on with the next request (decision S22). */
    private int declineConnect() throws IOException {
        if (!framing.done() || !framing.persistent()) {
            connection.refuse(Fault.METHOD);
            return -1;
        }
        connection.answer().sendAhead(RawAnswers.connectDeclined());
        held.skip(judged);
        judged = 0;
        framing.reset();
        deadlines.idle();
        return MORE;
    }

    private void passed(boolean wasHead) {
        if (wasHead) {
            deadlines.bodyBegins();
        }
        deadlines.bodyCame(framing.bodyBytes());
    }

    private int refuse() {
        Fault fault = framing.fault();
        connection.refuse(fault == null ? Fault.FIELD : fault);
        return -1;
    }

    private void late() {
        if (deadlines.kind() == Deadlines.Kind.IDLE || (held.isEmpty() && deadlines.kind() == Deadlines.Kind.HEAD)) {
            IoUtils.safeClose(connection);
        } else {
            connection.refuse(Fault.TOO_SLOW);
        }
    }

    /** The socket has bytes, or its end. */
    void readable() {
        ReadReadyHandler reader = handler;
        if (wanted && reader != null) {
            reader.readReady();
        } else if (closed || tunnel || held.size() >= heldLimit) {
            paused = true;
            next.suspendReads();
        } else {
            holdEarlyBytes();
        }
    }

    private void holdEarlyBytes() {
        try {
            int read = held.fill(next);
            if (read == HeldBytes.OVER_BUDGET) {
                connection.refuse(Fault.OVER_BUDGET);
            } else if (read < 0 && stream != null && leavesUnanswered()) {
                connection.left();
            }
        } catch (IOException e) {
            connection.left();
        }
    }

    /** A FIN after a whole last request, or after any whole one of HTTP/1.0, is an orderly half-close (decision S26). */
    private boolean leavesUnanswered() {
        return !framing.done() || (framing.persistent() && !framing.line().http10() && held.isEmpty());
    }

    /** Hands over what is held, as if it had just come from the socket. */
    private void ready() {
        ReadReadyHandler reader = handler;
        if (wanted && !closed && reader != null) {
            reader.readReady();
            if (wanted && !closed && deliverable()) {
                getReadThread().execute(ready);
            }
        }
    }

    private boolean deliverable() {
        return tunnel ? !held.isEmpty() : judged < held.size() || cleared() > 0;
    }

    @Override
    public void resumeReads() {
        if (closed) {
            return;
        }
        wanted = true;
        if (deliverable() || next.isReadShutdown()) {
            getReadThread().execute(ready);
        }
        if (paused) {
            paused = false;
            next.resumeReads();
        }
        if (!requestWhole() && !framing.inHead()) {
            deadlines.bodyWanted();
        }
    }

    @Override
    public void suspendReads() {
        wanted = false;
        deadlines.bodyUnwanted();
    }

    @Override
    public void wakeupReads() {
        resumeReads();
        getReadThread().execute(ready);
    }

    @Override
    public boolean isReadResumed() {
        return wanted;
    }

    @Override
    public void terminateReads() {
        wanted = false;
        connection.endReads();
    }

    /** Tells the reader that nothing will come any more. */
    void terminated() {
        ReadReadyHandler reader = handler;
        if (reader != null) {
            reader.terminated();
        }
    }

    @Override
    public boolean isReadShutdown() {
        return connection.isReadShutdown();
    }

    @Override
    public void setReadReadyHandler(ReadReadyHandler handler) {
        this.handler = handler;
    }
}
