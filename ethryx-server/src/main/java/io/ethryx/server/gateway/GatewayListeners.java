package io.ethryx.server.gateway;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.io.IoRuntime;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.listener.InboundLimits;
import io.ethryx.server.listener.ListenerEvents;
import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.accept.Listeners;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** The doors of a gateway: for calls, for metrics and probes, and perhaps one for operators alone. Thread-safe once bound. */
final class GatewayListeners implements AutoCloseable {

    /** Connections to a listener for operators, at most. */
    private static final int MOST_WATCHERS = 64;

    private final IoRuntime io;
    private final ListenerEvents events;
    private final List<Listeners> bound = new ArrayList<>();
    private final Listeners calls;
    private final Listeners probes;
    private final Optional<Listeners> operators;
    private final AtomicBoolean probing = new AtomicBoolean();

    /**
     * Who answers.
     *
     * @param calls calls, and what operators ask where they have no listener of their own
     * @param probes metrics and probes
     * @param operators what operators ask on a listener of their own
     * @param operatorsAddress that listener, if there is one
     */
    record Handlers(
            ExchangeHandler calls,
            ExchangeHandler probes,
            ExchangeHandler operators,
            Optional<ListenAddress> operatorsAddress) {}

    private GatewayListeners(GatewaySettings settings, Handlers handlers, IoRuntime io, ListenerEvents events)
            throws IOException {
        this.io = io;
        this.events = events;
        try {
            calls = bind(settings.listening().rpc(), settings.limits().maxConnections(), handlers.calls());
            probes = bind(List.of(settings.listening().metrics()), MOST_WATCHERS, handlers.probes());
            operators = handlers.operatorsAddress().isPresent()
                    ? Optional.of(bind(List.of(handlers.operatorsAddress().get()), MOST_WATCHERS, handlers.operators()))
                    : Optional.empty();
        } catch (IOException | RuntimeException e) {
            bound.forEach(Listeners::close);
            throw e;
        }
    }

    /**
     * Binds all of them. Clients that come wait until they are started.
     *
     * @param settings the gateway's
     * @param handlers who answers
     * @param io the IO threads
     * @param events who hears of connections
     * @throws IOException naming the address, if a port can't be bound; none is bound then
     */
    static GatewayListeners bind(GatewaySettings settings, Handlers handlers, IoRuntime io, ListenerEvents events)
            throws IOException {
        return new GatewayListeners(settings, handlers, io, events);
    }

    private Listeners bind(List<ListenAddress> addresses, int maxConnections, ExchangeHandler handler)
            throws IOException {
        Listeners listeners = Listeners.bind(
                addresses,
                new ListenerSettings(limits(maxConnections), handler, io.resources(), ByteBudget.ofTheHeap(8), events));
        bound.add(listeners);
        return listeners;
    }

    private static InboundLimits limits(int maxConnections) {
        InboundLimits usual = InboundLimits.DEFAULT;
        return new InboundLimits(
                usual.maxRequestHeadBytes(),
                maxConnections,
                usual.headTimeout(),
                usual.keepAliveTimeout(),
                usual.bodyWindow(),
                usual.minBodyBytesPerSecond(),
                usual.http2BodyIdleTimeout());
    }

    /** Serves metrics and probes from now on. Idempotent. */
    void startProbes() {
        if (probing.compareAndSet(false, true)) {
            probes.start();
        }
    }

    /** Serves everyone from now on. */
    void start() {
        startProbes();
        calls.start();
        operators.ifPresent(Listeners::start);
    }

    /** Takes no more calls; those in flight end. The others go on. */
    CompletionStage<Void> drain() {
        return calls.drain();
    }

    List<InetSocketAddress> calls() throws IOException {
        return calls.addresses();
    }

    InetSocketAddress probes() throws IOException {
        return probes.addresses().get(0);
    }

    Optional<InetSocketAddress> operators() throws IOException {
        return operators.isPresent() ? Optional.of(operators.get().addresses().get(0)) : Optional.empty();
    }

    /** Closes all of them, and what is connected to them. Idempotent. */
    @Override
    public void close() {
        bound.forEach(Listeners::close);
    }
}
