package io.ethryx.server.listener;

import io.ethryx.server.timer.TimerWheel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

/** The open connections of one IO thread, to which it is confined. */
final class Roster {

    private final Set<OpenConnection> connections = new HashSet<>();
    private final TimerWheel wheel;
    private boolean draining;

    Roster(TimerWheel wheel) {
        this.wheel = wheel;
    }

    TimerWheel wheel() {
        return wheel;
    }

    boolean draining() {
        return draining;
    }

    void add(OpenConnection connection) {
        connections.add(connection);
        if (draining) {
            connection.drain();
        }
    }

    void remove(OpenConnection connection) {
        connections.remove(connection);
    }

    void drain() {
        draining = true;
        new ArrayList<>(connections).forEach(OpenConnection::drain);
    }

    void closeNow() {
        draining = true;
        new ArrayList<>(connections).forEach(OpenConnection::closeNow);
    }
}
