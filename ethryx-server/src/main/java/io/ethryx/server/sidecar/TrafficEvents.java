package io.ethryx.server.sidecar;

import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.DeclinedConnect;
import io.ethryx.server.listener.DeclinedHead;
import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.ListenerEvents;
import io.ethryx.server.listener.Peer;
import io.ethryx.server.logging.AccessLine;
import io.ethryx.server.logging.AccessLog;
import io.ethryx.server.logging.Targets;
import io.ethryx.server.metrics.ProxyMetrics;
import io.ethryx.server.proxy.CallTrace;
import io.ethryx.server.proxy.Destination;
import io.ethryx.server.proxy.EndedExchange;
import io.ethryx.server.proxy.ProtocolSwitch;
import io.ethryx.server.proxy.ProxyEvents;
import io.ethryx.server.telemetry.ExchangeTraces;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where what happens to traffic becomes metrics, log lines and access lines. Thread-safe. */
final class TrafficEvents implements ProxyEvents, ListenerEvents {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);
    private static final Logger PROXY = LoggerFactory.getLogger(Targets.PROXY);

    private final ProxyMetrics metrics;
    private final AccessLog accessLog;
    private final @Nullable ExchangeTraces traces;
    private final Predicate<String> ofTheCl;
    private final AtomicInteger connections = new AtomicInteger();

    /**
     * Without anything told.
     *
     * @param metrics where traffic is counted
     * @param accessLog where it is written down
     * @param traces where it is traced, null for nowhere
     * @param ofTheCl whether a target is the consensus layer's
     */
    TrafficEvents(
            ProxyMetrics metrics, AccessLog accessLog, @Nullable ExchangeTraces traces, Predicate<String> ofTheCl) {
        this.ofTheCl = ofTheCl;
        this.metrics = metrics;
        this.accessLog = accessLog;
        this.traces = traces;
    }

    /** Client connections open now. */
    int connections() {
        return connections.get();
    }

    // --- the data plane ---

    @Override
    public void headReady(String layer, HttpString method, int status, long nanos) {
        metrics.headReady(layer, method, status, nanos);
    }

    @Override
    public void clientAborted() {
        metrics.clientAborted();
    }

    @Override
    public void upstreamAborted() {
        metrics.upstreamAborted();
    }

    @Override
    public void failed(String layer, int status, String sentence) {
        PROXY.atDebug()
                .addKeyValue("upstream", layer)
                .addKeyValue("status", status)
                .addKeyValue("error", sentence)
                .log("proxy error");
    }

    @Override
    public void switchFailed(String layer, int status, String sentence) {
        PROXY.atDebug()
                .addKeyValue("upstream", layer)
                .addKeyValue("error", sentence)
                .log(
                        status == StatusCodes.GATEWAY_TIME_OUT
                                ? "upstream ws connect timed out"
                                : "upstream ws connect failed");
    }

    @Override
    public void switched(String layer, HttpVersion version) {
        PROXY.atDebug()
                .addKeyValue("upstream", layer)
                .log(version == HttpVersion.HTTP_2 ? "h2 ws bridge established" : "ws bridge established");
    }

    @Override
    public @Nullable CallTrace trace(ClientExchange exchange, Destination destination) {
        return traces == null ? null : traces.begin(exchange, destination);
    }

    @Override
    public boolean wantsEnded() {
        return accessLog.enabled() || traces != null;
    }

    @Override
    public void ended(EndedExchange ended) {
        if (traces != null && !ended.traced()) {
            traces.answeredHere(ended);
        }
        if (accessLog.enabled()) {
            write(ended);
        }
    }

    private void write(EndedExchange ended) {
        ClientExchange exchange = ended.exchange();
        ProtocolSwitch.Passage passage = ended.passage();
        long passedIn = passage == null ? 0 : passage.bytesIn();
        long passedOut = passage == null ? 0 : passage.bytesOut();
        String target = exchange.target();
        int query = target.indexOf('?');
        accessLog.write(new AccessLine(
                Peer.textOf(exchange.peer()),
                exchange.version().toString(),
                exchange.sentMethod().toString(),
                query < 0 ? target : target.substring(0, query),
                ended.layer(),
                passage == null ? "HTTP" : "WS",
                ended.status(),
                millis(ended.times().headNanos()),
                millis(ended.times().totalNanos()),
                Math.max(passedIn, exchange.bodyBytesIn()),
                Math.max(passedOut, exchange.answer().bodyBytes()),
                exchange.requestFields().value(KnownField.USER_AGENT),
                query < 0 ? null : target.substring(query + 1)));
    }

    private static double millis(long nanos) {
        return nanos / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }

    // --- the listeners ---

    @Override
    public void connectionOpened(Peer peer) {
        connections.incrementAndGet();
        traced(peer, "connection accepted");
    }

    @Override
    public void connectionClosed(Peer peer) {
        connections.decrementAndGet();
        traced(peer, "connection closed");
    }

    private static void traced(Peer peer, String message) {
        if (PROXY.isTraceEnabled()) {
            PROXY.atTrace().addKeyValue("peer", Peer.textOf(peer.address())).log(message);
        }
    }

    @Override
    public void connectionRefused() {
        PROXY.debug("connection refused: --max-connections are open");
    }

    /** Counted and logged as any request, and as the EL's, where whatever has no path goes. */
    @Override
    public void connectDeclined(DeclinedConnect declined) {
        metrics.headReady("EL", Methods.CONNECT, DeclinedConnect.STATUS, 0);
        if (accessLog.enabled()) {
            accessLog.write(declined(
                    new DeclinedHead(
                            declined.version(),
                            declined.peer(),
                            Methods.CONNECT,
                            declined.authority(),
                            DeclinedConnect.STATUS),
                    "EL",
                    declined.userAgent()));
        }
    }

    @Override
    public void headDeclined(DeclinedHead declined) {
        String layer = ofTheCl.test(declined.target()) ? "CL" : "EL";
        metrics.headReady(layer, declined.method(), declined.status(), 0);
        if (accessLog.enabled()) {
            accessLog.write(declined(declined, layer, null));
        }
    }

    private static AccessLine declined(DeclinedHead declined, String layer, @Nullable String userAgent) {
        String target = declined.target();
        int query = target.indexOf('?');
        return new AccessLine(
                Peer.textOf(declined.peer()),
                declined.version().toString(),
                declined.method().toString(),
                query < 0 ? target : target.substring(0, query),
                layer,
                "HTTP",
                declined.status(),
                0,
                0,
                0,
                0,
                userAgent,
                query < 0 ? null : target.substring(query + 1));
    }

    @Override
    public void acceptFailed(ListenAddress address, IOException cause) {
        LOG.atWarn()
                .addKeyValue("listen", address.text())
                .addKeyValue("error", text(cause))
                .log("accept failed");
    }

    @Override
    public void connectionFailed(Throwable cause) {
        if (cause instanceof IOException) {
            PROXY.atDebug().addKeyValue("error", text(cause)).log("connection closed");
        } else {
            PROXY.atError().setCause(cause).log("a request met a fault of Ethryx's own");
        }
    }

    private static String text(@Nullable Throwable cause) {
        return String.valueOf(cause);
    }
}
