package io.ethryx.server.demo;

/** A gateway that the demonstration has started. */
public interface RunningGateway extends AutoCloseable {

    /**
     * The port that calls come to.
     *
     * @return 1 to 65535
     */
    int port();

    /**
     * The port of metrics and probes.
     *
     * @return 1 to 65535
     */
    int metricsPort();

    /** Stops serving. A second call does nothing. */
    @Override
    void close();
}
