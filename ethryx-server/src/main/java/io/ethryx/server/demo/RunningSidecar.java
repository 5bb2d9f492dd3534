package io.ethryx.server.demo;

/** A sidecar that the demonstration has started. */
public interface RunningSidecar extends AutoCloseable {

    /**
     * The port that its first listener is bound to.
     *
     * @return 1 to 65535
     */
    int port();

    /** Stops serving, within the grace that the settings gave. A second call does nothing. */
    @Override
    void close();
}
