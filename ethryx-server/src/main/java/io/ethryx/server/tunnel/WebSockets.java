package io.ethryx.server.tunnel;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.proxy.Forwarder;
import io.ethryx.server.proxy.ProxyEvents;
import io.ethryx.server.proxy.Tally;
import io.ethryx.server.timer.IoTimers;
import io.undertow.connector.ByteBufferPool;
import io.undertow.util.Methods;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;
import org.xnio.XnioWorker;

/**
 * All WebSockets of the process: which requests ask for one, how many there may be, and how they end together (decision
 * S10). Thread-safe; each exchange stays on its IO thread.
 */
public final class WebSockets {

    private final Forwarder forwarder;
    private final Means means;
    private final Limits limits;
    private final List<Set<Tunnel>> open;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger connected = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean leaving;

    /**
     * None so far.
     *
     * @param forwarder forwards handshakes
     * @param means what they work with
     * @param limits how many, and how long silent
     */
    public WebSockets(Forwarder forwarder, Means means, Limits limits) {
        this.forwarder = forwarder;
        this.means = means;
        this.limits = limits;
        open = new ArrayList<>();
        for (int i = 0; i < means.worker().getIoThreadCount(); i++) {
            open.add(new LinkedHashSet<>());
        }
    }

    /**
     * What WebSockets work with.
     *
     * @param worker whose IO threads they run on
     * @param timers the worker's deadlines
     * @param buffers where buffers come from
     * @param events who hears of refused ones
     */
    public record Means(XnioWorker worker, IoTimers timers, ByteBufferPool buffers, ProxyEvents events) {}

    /**
     * Bounds.
     *
     * @param most how many at a time, handshakes included, if that is bounded
     * @param idle how long one may be silent, if that is bounded
     */
    public record Limits(OptionalLong most, Optional<Duration> idle) {}

    /**
     * Whether a request asks for a WebSocket: a GET over HTTP/1.1 that names the protocol in Upgrade and Upgrade in
     * Connection, each a list of tokens, or an extended CONNECT for that protocol.
     *
     * @param exchange the request
     * @return true if it does, well or badly
     */
    public static boolean isAskedFor(ClientExchange exchange) {
        String protocol = exchange.protocol();
        if (protocol != null) {
            return protocol.equals(Handshake.PROTOCOL);
        }
        FieldBlock fields = exchange.requestFields();
        return fields.has(KnownField.UPGRADE)
                && exchange.version() == HttpVersion.HTTP_1_1
                && ExactMethod.is(exchange.method(), Methods.GET)
                && fields.hasElement(KnownField.CONNECTION, "upgrade")
                && fields.hasElement(KnownField.UPGRADE, Handshake.PROTOCOL);
    }

    /**
     * Who hears what is said over WebSockets; compression is not offered to the upstream of one that is heard.
     *
     * @param conversations makes one for each WebSocket, on its IO thread
     * @param budget what may be held of messages until they are whole
     */
    public record Hearing(Supplier<Conversation> conversations, ByteBudget budget) {}

    /**
     * Judges the handshake, and forwards it if it is good; returns at once. What passes then is heard by nobody.
     *
     * @param exchange one that asks for a WebSocket, nothing of it read or written
     * @param destination where to
     */
    public void open(ClientExchange exchange, Destination destination) {
        open(exchange, destination, null);
    }

    /**
     * As above.
     *
     * @param exchange as above
     * @param destination as above
     * @param hearing who hears what passes, null for nobody
     */
    public void open(ClientExchange exchange, Destination destination, @Nullable Hearing hearing) {
        Optional<Refusal> refusal = Refusal.of(exchange);
        if (refusal.isPresent()) {
            refuse(exchange, destination, refusal.get());
        } else if (!take()) {
            refuse(exchange, destination, Refusal.TOO_MANY);
        } else {
            exchange.whenEnded(taken::decrementAndGet);
            forwarder.forward(exchange, destination, new Handshake(this, exchange, hearing));
        }
    }

    /**
     * Answers that the protocol of an extended CONNECT is none that is spoken here (RFC 9220 section 3).
     *
     * @param exchange one that asks for another protocol than WebSocket, nothing of it read or written
     * @param destination where its target belongs, for the record
     */
    public void declineProtocol(ClientExchange exchange, Destination destination) {
        Tally tally = Tally.begin(means.events(), destination.layer(), exchange);
        send(exchange, tally, Refusal.UNKNOWN_PROTOCOL);
    }

    private boolean take() {
        if (taken.incrementAndGet() <= limits.most().orElse(Long.MAX_VALUE)) {
            return true;
        }
        taken.decrementAndGet();
        return false;
    }

    private void refuse(ClientExchange exchange, Destination destination, Refusal refusal) {
        send(exchange, Tally.ofRefusedSwitch(means.events(), destination.layer(), exchange), refusal);
    }

    private static void send(ClientExchange exchange, Tally tally, Refusal refusal) {
        tally.headReady(refusal.status());
        FieldBlock fields = refusal.fields(exchange.version());
        ByteBuffer body = ByteBuffer.wrap(refusal.sentence().getBytes(StandardCharsets.UTF_8));
        WholeAnswer.send(exchange, refusal.status(), fields, body);
    }

    /** An upstream that is heard if somebody wants that. */
    TunnelEnd heard(ClientExchange client, TunnelEnd upstream, @Nullable Hearing hearing) {
        return hearing == null
                ? upstream
                : new HeardEnd(
                        upstream,
                        hearing.conversations().get(),
                        new HeardEnd.Means(client.ioThread(), means.buffers(), hearing.budget()));
    }

    /** A tunnel on the exchange's thread, begun. */
    Tunnel begin(ClientExchange client, TunnelEnd clientEnd, TunnelEnd upstreamEnd, Tunnel.Ending ending) {
        XnioIoThread thread = client.ioThread();
        Set<Tunnel> here = open.get(thread.getNumber());
        boolean ownConnection = client.version() != HttpVersion.HTTP_2;
        Tunnel tunnel = new Tunnel(
                clientEnd,
                upstreamEnd,
                new Tunnel.Means(thread, means.timers().of(thread), means.buffers(), limits.idle()),
                (ended, outcome) -> {
                    here.remove(ended);
                    connected.decrementAndGet();
                    connections.addAndGet(ownConnection ? -1 : 0);
                    ending.ended(ended, outcome);
                });
        here.add(tunnel);
        connected.incrementAndGet();
        connections.addAndGet(ownConnection ? 1 : 0);
        return tunnel;
    }

    /** Whether tunnels are to come to their ends. */
    boolean isLeaving() {
        return leaving;
    }

    /**
     * WebSockets that carry messages now.
     *
     * @return zero or more
     */
    public int connected() {
        return connected.get();
    }

    /**
     * Those of them that are a client's connection, and not a stream of one.
     *
     * @return zero or more
     */
    public int connections() {
        return connections.get();
    }

    /** Takes leave of both sides of every WebSocket, those that are yet to come included. Idempotent; any thread. */
    public void leave() {
        leaving = true;
        everywhere(Tunnel::leave);
    }

    /** Breaks off every WebSocket. Idempotent; any thread. */
    public void cut() {
        leaving = true;
        everywhere(Tunnel::cut);
    }

    private void everywhere(Consumer<Tunnel> action) {
        for (int i = 0; i < open.size(); i++) {
            XnioIoThread thread = means.worker().getIoThread(i);
            try {
                thread.execute(() -> List.copyOf(open.get(thread.getNumber())).forEach(action));
            } catch (RejectedExecutionException e) {
                // The thread has ended, and everything on it.
            }
        }
    }
}
