package io.ethryx.server.upstream;

import java.time.Duration;

/**
 * Where an upstream is and how much of it may be used.
 *
 * @param host a name or an IP literal without brackets
 * @param port 1 to 65535
 * @param authority what {@link Upstream#authority} gives
 * @param connectTimeout for resolving and connecting together, over all addresses of the name
 * @param maxConnections connections for each IO thread, 1 or more
 * @param maxWaiting calls for each IO thread that may wait for a connection, 0 or more
 * @param idleTimeout after which an unused connection is closed
 * @param waitTimeout how long a call may wait for a connection while as many as are allowed are busy; zero for any time
 */
public record UpstreamSettings(
        String host,
        int port,
        String authority,
        Duration connectTimeout,
        int maxConnections,
        int maxWaiting,
        Duration idleTimeout,
        Duration waitTimeout) {

    /**
     * Refuses what is out of range.
     *
     * @param host not empty
     * @param port 1 to 65535
     * @param authority as it is
     * @param connectTimeout as it is
     * @param maxConnections 1 or more
     * @param maxWaiting 0 or more
     * @param idleTimeout as it is
     * @param waitTimeout as it is
     */
    public UpstreamSettings {
        if (host.isEmpty() || port < 1 || port > 65_535 || maxConnections < 1 || maxWaiting < 0) {
            throw new IllegalArgumentException("upstream " + host + ":" + port + " with " + maxConnections
                    + " connections and " + maxWaiting + " waiting calls");
        }
    }

    /**
     * Settings under which calls wait for a connection for any time.
     *
     * @param host see the record
     * @param port see the record
     * @param authority see the record
     * @param connectTimeout see the record
     * @param maxConnections see the record
     * @param maxWaiting see the record
     * @param idleTimeout see the record
     */
    public UpstreamSettings(
            String host,
            int port,
            String authority,
            Duration connectTimeout,
            int maxConnections,
            int maxWaiting,
            Duration idleTimeout) {
        this(host, port, authority, connectTimeout, maxConnections, maxWaiting, idleTimeout, Duration.ZERO);
    }

    /**
     * The same with a bound on waiting.
     *
     * @param timeout how long a call may wait, zero for any time
     * @return new settings
     */
    public UpstreamSettings withWaitTimeout(Duration timeout) {
        return new UpstreamSettings(
                host, port, authority, connectTimeout, maxConnections, maxWaiting, idleTimeout, timeout);
    }

    /**
     * The same with another number of connections.
     *
     * @param connections for each IO thread, 1 or more
     * @return new settings
     */
    public UpstreamSettings withMaxConnections(int connections) {
        return new UpstreamSettings(
                host, port, authority, connectTimeout, connections, maxWaiting, idleTimeout, waitTimeout);
    }

    /**
     * The usual limits: 5 s to connect, 512 connections and 1024 waiting calls a thread, 60 s of idleness.
     *
     * @param host a name or an IP literal without brackets
     * @param port 1 to 65535
     * @param authority what the Host field says
     * @return the settings
     */
    public static UpstreamSettings of(String host, int port, String authority) {
        return new UpstreamSettings(host, port, authority, Duration.ofSeconds(5), 512, 1_024, Duration.ofSeconds(60));
    }
}
