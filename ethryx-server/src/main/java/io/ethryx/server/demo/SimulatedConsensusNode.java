package io.ethryx.server.demo;

import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The simulated consensus node: a part of the Beacon API, with its event stream, on one port. The shapes follow the
 * Beacon API.
 *
 * <p>Any method of this type may be called from any thread while the pair runs.
 */
public final class SimulatedConsensusNode {

    private final ConsensusScript script = new ConsensusScript();
    private final HttpFaults faults = new HttpFaults();
    private final RequestLog log = new RequestLog();
    private final BeaconAnswers answers;
    private final BeaconEvents events;
    private volatile @Nullable LoopbackListener http;

    SimulatedConsensusNode(SimulatedChain chain, LongSupplier chainHead) {
        this.answers = new BeaconAnswers(chain, script, chainHead);
        this.events = new BeaconEvents(chain);
    }

    void start(NodeRuntime runtime) throws IOException {
        http = new LoopbackListener(runtime, new ScriptedHandler(log, faults, this::answer));
        acceptConnections();
    }

    private Optional<Reply> answer(HttpServerExchange exchange, SeenRequest request, byte[] body) throws Exception {
        log.count(request.path());
        if (request.path().equals("/eth/v1/events") && request.method().equals("GET")) {
            return events.open(exchange);
        }
        return Optional.of(answers.answer(request));
    }

    /** Ends every connection and closes the port, if it was opened. */
    void stop() {
        LoopbackListener listener = http;
        if (listener != null) {
            listener.close();
        }
    }

    /** What tells the listeners, to be run on the IO thread; nothing where the head stands still by now. */
    Runnable headMoves(long slot) {
        return script.followsHead() ? () -> events.headMoved(slot) : () -> {};
    }

    /**
     * What the node says of itself.
     *
     * @return the script
     */
    public ConsensusScript script() {
        return script;
    }

    /**
     * What goes wrong at the Beacon API's port.
     *
     * @return the faults
     */
    public HttpFaults faults() {
        return faults;
    }

    /**
     * What the node was asked; counts are by raw path.
     *
     * @return the log
     */
    public RequestLog log() {
        return log;
    }

    /**
     * The Beacon API's port on 127.0.0.1.
     *
     * @return the port; it stays the same while connections are refused
     * @throws IllegalStateException if the pair was never started
     */
    public int port() {
        return started().port();
    }

    /**
     * How many connections are open.
     *
     * @return 0 or more
     */
    public long openConnections() {
        return started().openConnections();
    }

    /**
     * How many event streams are open.
     *
     * @return 0 or more
     */
    public int openEventStreams() {
        return events.open();
    }

    /** Ends every connection and refuses new ones, as a node that is down. */
    public void refuseConnections() {
        started().close();
    }

    /**
     * Accepts connections again, on the same port.
     *
     * @throws IOException if the port was taken by another program meanwhile
     */
    public void acceptConnections() throws IOException {
        started().open();
    }

    private LoopbackListener started() {
        LoopbackListener listener = http;
        if (listener == null) {
            throw new IllegalStateException("the simulated nodes were not started");
        }
        return listener;
    }
}
