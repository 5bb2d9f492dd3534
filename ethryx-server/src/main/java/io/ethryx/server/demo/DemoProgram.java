package io.ethryx.server.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * {@code ethryx demo}: a simulated pair of nodes with 2-second slots and a sidecar in front of it, and a simulated cluster
 * of three pools with a gateway before it, for someone who has nothing else installed. Human lines go to stdout, errors to stderr.
 */
public final class DemoProgram {

    /** The port where {@code --port} says nothing. */
    public static final int DEFAULT_PORT = 8547;

    private static final Duration SLOT = Duration.ofSeconds(2);
    private static final int SLOTS_PER_EPOCH = 8;
    private static final long PAST_SLOTS = 1_000;

    /** What ends the demonstration. */
    interface Stop {

        /** From here on the end may come. */
        void arm();

        /** Waits for the end. */
        void await() throws InterruptedException;

        /** All is closed. */
        void done();
    }

    private final Launchers launchers;
    private final Stop stop;
    private final PrintStream out;
    private final PrintStream err;

    DemoProgram(Launchers launchers, Stop stop, PrintStream out, PrintStream err) {
        this.launchers = launchers;
        this.stop = stop;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs the demonstration until SIGINT or SIGTERM. The process that a signal ends exits with 0 as soon as everything
     * is closed.
     *
     * @param port the sidecar's port on 127.0.0.1; 0 for free ones everywhere, the gateway's too
     * @param launchers start sidecar and gateway
     * @return the exit code: 0 when it was stopped, 1 when it could not start
     */
    public static int run(int port, Launchers launchers) {
        return new DemoProgram(launchers, new StopSignal(), System.out, System.err).run(port);
    }

    int run(int port) {
        Instant now = InstantSource.system().instant();
        SimulatedChain chain = SimulatedChain.aged(now, PAST_SLOTS, SLOT, SLOTS_PER_EPOCH);
        stop.arm();
        try (SimulatedNodes nodes = SimulatedNodes.ticking(chain, InstantSource.system());
                SimulatedCluster cluster = new SimulatedCluster(nodes)) {
            nodes.start();
            cluster.start();
            serve(nodes, cluster, DemoPorts.beside(port));
            return 0;
        } catch (BindException e) {
            err.println("error: port " + port + " on 127.0.0.1 is in use or not allowed (" + e.getMessage()
                    + "); choose another with --port");
            return 1;
        } catch (IOException e) {
            err.println("error: the demo could not start: " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            stop.done();
        }
    }

    private void serve(SimulatedNodes nodes, SimulatedCluster cluster, DemoPorts ports)
            throws IOException, InterruptedException {
        try (RunningSidecar sidecar = launchers.sidecar().start(DemoSettings.before(nodes, ports.sidecar()));
                RunningGateway gateway = launchers.gateway().start(DemoGatewaySettings.before(cluster, ports))) {
            out.print(DemoGreeting.of(nodes, cluster, sidecar, gateway));
            out.flush();
            stop.await();
        }
    }
}
