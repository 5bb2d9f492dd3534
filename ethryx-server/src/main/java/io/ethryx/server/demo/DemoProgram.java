package io.ethryx.server.demo;

/** The demo as a process. */
public final class DemoProgram {

    private DemoProgram() {}

    /**
     * Runs the demo until a signal ends it.
     *
     * @param port where the sidecar listens
     * @return the exit code
     */
    @SuppressWarnings("DoNotCallSuggester") // the body comes with the simulated nodes
    public static int run(int port) {
        throw new UnsupportedOperationException("demo on port " + port);
    }
}
