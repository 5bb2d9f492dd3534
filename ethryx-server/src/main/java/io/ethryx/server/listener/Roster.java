package io.ethryx.server.listener;

import io.ethryx.server.timer.TimerWheel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** The open connections of one IO thread, to which it is confined, and what they share there. */
final class Roster {

    private final Set<OpenConnection> connections = new HashSet<>();
    private final TimerWheel wheel;
    private final AtomicBoolean draining;
    private final ByteBuffer scratch;
    private final DateLine date = new DateLine();

    /**
     * A roster without connections.
     *
     * @param wheel the thread's deadlines
     * @param draining whether the listeners are being drained, true before anything else is done for it
     * @param scratchBytes how much is read at once
     */
    Roster(TimerWheel wheel, AtomicBoolean draining, int scratchBytes) {
        this.wheel = wheel;
        this.draining = draining;
        this.scratch = ByteBuffer.allocate(scratchBytes);
    }

    TimerWheel wheel() {
        return wheel;
    }

    /** Room to read into, for whoever takes what he reads out of it before he returns. */
    ByteBuffer scratch() {
        return scratch;
    }

    DateLine date() {
        return date;
    }

    boolean draining() {
        return draining.get();
    }

    void add(OpenConnection connection) {
        connections.add(connection);
        if (draining()) {
            connection.drain();
        }
    }

    void remove(OpenConnection connection) {
        connections.remove(connection);
    }

    void drain() {
        new ArrayList<>(connections).forEach(OpenConnection::drain);
    }

    void closeNow() {
        new ArrayList<>(connections).forEach(OpenConnection::closeNow);
    }
}
