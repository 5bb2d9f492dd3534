package io.ethryx.server.proxy;

import io.ethryx.server.config.SidecarSettings.ForwardedHeaders;
import io.ethryx.server.io.BodyBuffers;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.RequestBody;
import io.ethryx.server.timer.IoTimers;
import java.time.Duration;

/**
 * Forwards exchanges to destinations, streaming both ways. Thread-safe; each exchange stays on its IO thread. Costs one
 * {@link ForwardedCall} and two pumps a request, and a pooled buffer only while bytes are held.
 */
public final class Forwarder {

    /** How long an upstream may be silent before a client that waits for 100 is told to go on (decision S23). */
    static final Duration CONTINUE_AFTER = Duration.ofSeconds(1);

    final Duration proxyTimeout;
    final IoTimers timers;
    final BodyBuffers buffers;
    final ProxyEvents events;
    final ForwardedFields forwardedFields;

    /**
     * A forwarder.
     *
     * @param settings its settings
     * @param timers the deadlines of the IO threads
     * @param buffers where buffers come from
     * @param events who hears what happens
     */
    public Forwarder(Settings settings, IoTimers timers, BodyBuffers buffers, ProxyEvents events) {
        this.proxyTimeout = settings.proxyTimeout();
        this.forwardedFields = new ForwardedFields(settings.forwardedHeaders());
        this.timers = timers;
        this.buffers = buffers;
        this.events = events;
    }

    /**
     * Forwards one exchange; returns at once.
     *
     * @param exchange the exchange, on its IO thread, nothing of it read or written
     * @param destination where to
     */
    public void forward(ClientExchange exchange, Destination destination) {
        forward(exchange, destination, exchange.body());
    }

    /**
     * Forwards one exchange, parts of whose body were read before.
     *
     * @param exchange as above, but for its body
     * @param destination where to
     * @param body the whole body
     */
    public void forward(ClientExchange exchange, Destination destination, RequestBody body) {
        new ForwardedCall(this, exchange, destination, new ForwardedCall.Content(body, null)).begin();
    }

    /**
     * Forwards one exchange that asks for another protocol; a refusal is an answer like any other.
     *
     * @param exchange as above, without a body
     * @param destination where to
     * @param to what becomes of it if the upstream agrees
     */
    public void forward(ClientExchange exchange, Destination destination, ProtocolSwitch to) {
        new ForwardedCall(this, exchange, destination, new ForwardedCall.Content(exchange.body(), to)).begin();
    }

    /**
     * What a forwarder can be told.
     *
     * @param proxyTimeout from the dispatch of a request to the head of its answer
     * @param forwardedHeaders what to do about X-Forwarded-* and Forwarded
     */
    public record Settings(Duration proxyTimeout, ForwardedHeaders forwardedHeaders) {}
}
