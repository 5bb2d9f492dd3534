package io.ethryx.server.listener.connection;

import io.ethryx.server.io.RoundEnd;
import io.ethryx.server.timer.TimerWheel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** The open connections of one IO thread, to which it is confined, and what they share there. */
public final class Roster {

    private final Set<OpenConnection> connections = new HashSet<>();
    private final TimerWheel wheel;
    private final RoundEnd roundEnd;
    private final AtomicBoolean draining;
    private final ByteBuffer scratch;
    private final DateLine date = new DateLine();

    /**
     * A roster without connections.
     *
     * @param wheel the thread's deadlines
     * @param roundEnd the end of the thread's rounds
     * @param draining whether the listeners are being drained, true before anything else is done for it
     * @param scratchBytes how much is read at once
     */
    public Roster(TimerWheel wheel, RoundEnd roundEnd, AtomicBoolean draining, int scratchBytes) {
        this.wheel = wheel;
        this.roundEnd = roundEnd;
        this.draining = draining;
        this.scratch = ByteBuffer.allocate(scratchBytes);
    }

    /**
     * The thread's deadlines.
     *
     * @return always the same
     */
    public TimerWheel wheel() {
        return wheel;
    }

    /**
     * The end of the thread's rounds.
     *
     * @return always the same
     */
    public RoundEnd roundEnd() {
        return roundEnd;
    }

    /**
     * Room to read into, for whoever takes what he reads out of it before he returns.
     *
     * @return always the same buffer, in any state
     */
    public ByteBuffer scratch() {
        return scratch;
    }

    /**
     * The Date field of answers.
     *
     * @return always the same, for this thread alone
     */
    public DateLine date() {
        return date;
    }

    /**
     * Whether the listeners are being drained.
     *
     * @return true from then on
     */
    public boolean draining() {
        return draining.get();
    }

    /**
     * Takes a connection in; it is told at once if the listeners are being drained.
     *
     * @param connection open from now on
     */
    public void add(OpenConnection connection) {
        connections.add(connection);
        if (draining()) {
            connection.drain();
        }
    }

    /**
     * Forgets a connection.
     *
     * @param connection closed, or another's business by now
     */
    public void remove(OpenConnection connection) {
        connections.remove(connection);
    }

    /** Tells every connection to end as soon as it has nothing to do. */
    public void drain() {
        new ArrayList<>(connections).forEach(OpenConnection::drain);
    }

    /** Tells every connection to end at once. */
    public void closeNow() {
        new ArrayList<>(connections).forEach(OpenConnection::closeNow);
    }
}
