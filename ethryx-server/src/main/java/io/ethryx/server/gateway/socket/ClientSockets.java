package io.ethryx.server.gateway.socket;

import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.io.IoRuntime;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.tunnel.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.xnio.XnioIoThread;

/** All WebSockets of clients, and how they end together. Thread-safe; each stays on its IO thread. */
public final class ClientSockets {

    private final Means means;
    private final List<Set<ClientSocket>> open = new ArrayList<>();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean leaving;

    /**
     * What sockets work with.
     *
     * @param io their IO threads
     * @param budget what messages of all of them may hold together
     * @param mostMessageBytes how long a message may be
     * @param calls answers them
     */
    public record Means(IoRuntime io, ByteBudget budget, long mostMessageBytes, SocketCalls calls) {}

    /**
     * None so far.
     *
     * @param means what they work with
     */
    public ClientSockets(Means means) {
        this.means = means;
        for (int i = 0; i < means.io().worker().getIoThreadCount(); i++) {
            open.add(new LinkedHashSet<>());
        }
    }

    /**
     * Opens a socket, or refuses to; returns at once.
     *
     * @param exchange one that asks for a WebSocket, nothing of it read or written
     */
    public void open(ClientExchange exchange) {
        Optional<Refusal> refusal = Refusal.of(exchange);
        if (refusal.isPresent()) {
            FieldBlock fields = refusal.get().fields(exchange.version());
            byte[] sentence = refusal.get().sentence().getBytes(StandardCharsets.UTF_8);
            WholeAnswer.send(exchange, refusal.get().status(), fields, ByteBuffer.wrap(sentence));
        } else {
            new Acceptance(this, exchange).begin();
        }
    }

    Means means() {
        return means;
    }

    boolean isLeaving() {
        return leaving;
    }

    void opened(XnioIoThread thread, ClientSocket socket) {
        open.get(thread.getNumber()).add(socket);
        count.incrementAndGet();
    }

    void closed(XnioIoThread thread, ClientSocket socket) {
        if (open.get(thread.getNumber()).remove(socket)) {
            count.decrementAndGet();
        }
    }

    /**
     * Sockets that are open.
     *
     * @return zero or more
     */
    public int count() {
        return count.get();
    }

    /**
     * Ends the sockets whose subscriptions live on a node that is in no chain any more. Any thread.
     *
     * @param topology where nodes have to be
     */
    public void keepOnly(Topology topology) {
        Set<String> there = topology.chains().values().stream()
                .flatMap(chain -> chain.nodes().stream())
                .map(Node::hostPort)
                .collect(Collectors.toUnmodifiableSet());
        everywhere(socket -> socket.keepOnly(there));
    }

    /** Takes leave of every socket with Close 1001 once its calls in flight have ended, those to come included. Idempotent; any thread. */
    public void leave() {
        leaving = true;
        everywhere(ClientSocket::leave);
    }

    /** Breaks off every socket. Idempotent; any thread. */
    public void cut() {
        leaving = true;
        everywhere(ClientSocket::cut);
    }

    private void everywhere(Consumer<ClientSocket> action) {
        for (int i = 0; i < open.size(); i++) {
            XnioIoThread thread = means.io().worker().getIoThread(i);
            try {
                thread.execute(() -> List.copyOf(open.get(thread.getNumber())).forEach(action));
            } catch (RejectedExecutionException e) {
                // The thread has ended, and everything on it.
            }
        }
    }
}
