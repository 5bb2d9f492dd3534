package io.ethryx.server.demo;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.websockets.WebSocketConnectionCallback;
import io.undertow.websockets.WebSocketProtocolHandshakeHandler;
import io.undertow.websockets.core.WebSocketChannel;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The simulated execution node: JSON-RPC by POST (single calls and batches) on one port, and the same plus
 * {@code eth_subscribe} by WebSocket on another. The shapes follow the execution-apis.
 *
 * <p>Any method of this type may be called from any thread while the pair runs.
 */
public final class SimulatedExecutionNode {

    private final ExecutionScript script = new ExecutionScript();
    private final HttpFaults httpFaults = new HttpFaults();
    private final HttpFaults wsFaults = new HttpFaults();
    private final RequestLog log = new RequestLog();
    private final Set<SocketSession> sessions = ConcurrentHashMap.newKeySet();
    private final ExecutionBlocks blocks;
    private final ExecutionMethods methods;
    private final WebSocketProtocolHandshakeHandler handshake;
    private volatile @Nullable LoopbackListener http;
    private volatile @Nullable LoopbackListener ws;

    SimulatedExecutionNode(SimulatedChain chain, LongSupplier chainHead) {
        this.blocks = new ExecutionBlocks(chain, script);
        this.methods = new ExecutionMethods(chain, script, chainHead, log);
        WebSocketConnectionCallback connected = (exchange, channel) -> connected(channel);
        this.handshake = new WebSocketProtocolHandshakeHandler(connected);
    }

    void start(NodeRuntime runtime) throws IOException {
        http = new LoopbackListener(runtime, new ScriptedHandler(log, httpFaults, this::answer));
        ws = new LoopbackListener(runtime, new ScriptedHandler(log, wsFaults, this::upgradeOrAnswer));
        acceptConnections();
    }

    private Optional<Reply> upgradeOrAnswer(HttpServerExchange exchange, SeenRequest request, byte[] body)
            throws Exception {
        if (!exchange.getRequestHeaders().contains(Headers.UPGRADE)) {
            return answer(exchange, request, body);
        }
        handshake.handleRequest(exchange);
        return Optional.empty();
    }

    private Optional<Reply> answer(HttpServerExchange exchange, SeenRequest request, byte[] body) {
        if (!request.method().equals("POST")) {
            return Optional.of(Reply.empty(405));
        }
        return JsonRpcResponder.answer(body, methods)
                .map(answer -> Reply.json(200, answer))
                .or(() -> Optional.of(Reply.empty(200)));
    }

    private void connected(WebSocketChannel channel) {
        SocketSession session = new SocketSession(channel, methods, log);
        sessions.add(session);
        channel.addCloseTask(closed -> sessions.remove(session));
        channel.getReceiveSetter().set(session);
        channel.resumeReceives();
    }

    /** Ends every connection and closes the ports, as far as they were opened. */
    void stop() {
        Stream.of(Optional.ofNullable(http), Optional.ofNullable(ws))
                .flatMap(Optional::stream)
                .forEach(LoopbackListener::close);
    }

    /** What tells the subscribers, to be run on the IO thread; nothing where the head stands still by now. */
    Runnable headMoves(long number) {
        return script.followsHead()
                ? () -> sessions.forEach(session -> session.newHead(number, blocks::header))
                : () -> {};
    }

    /**
     * What the node says of itself.
     *
     * @return the script
     */
    public ExecutionScript script() {
        return script;
    }

    /**
     * What goes wrong at the JSON-RPC port.
     *
     * @return the faults
     */
    public HttpFaults httpFaults() {
        return httpFaults;
    }

    /**
     * What goes wrong at the WebSocket port, up to the handshake.
     *
     * @return the faults
     */
    public HttpFaults wsFaults() {
        return wsFaults;
    }

    /**
     * What the node was asked on both ports; counts are by JSON-RPC method.
     *
     * @return the log
     */
    public RequestLog log() {
        return log;
    }

    /**
     * The JSON-RPC port on 127.0.0.1.
     *
     * @return the port; it stays the same while connections are refused
     * @throws IllegalStateException if the pair was never started
     */
    public int httpPort() {
        return started(http).port();
    }

    /**
     * The WebSocket port on 127.0.0.1.
     *
     * @return the port; it stays the same while connections are refused
     * @throws IllegalStateException if the pair was never started
     */
    public int wsPort() {
        return started(ws).port();
    }

    /**
     * How many connections are open on both ports.
     *
     * @return 0 or more
     */
    public long openConnections() {
        return started(http).openConnections() + started(ws).openConnections();
    }

    /**
     * How many WebSockets are open.
     *
     * @return 0 or more
     */
    public int openSockets() {
        return sessions.size();
    }

    /** Ends every connection and refuses new ones, as a node that is down. */
    public void refuseConnections() {
        started(http).close();
        started(ws).close();
    }

    /**
     * Accepts connections again, on the same ports.
     *
     * @throws IOException if a port was taken by another program meanwhile
     */
    public void acceptConnections() throws IOException {
        started(http).open();
        started(ws).open();
    }

    private static LoopbackListener started(@Nullable LoopbackListener listener) {
        if (listener == null) {
            throw new IllegalStateException("the simulated nodes were not started");
        }
        return listener;
    }
}
