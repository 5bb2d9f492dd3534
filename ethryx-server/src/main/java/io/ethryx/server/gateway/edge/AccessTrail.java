package io.ethryx.server.gateway.edge;

import io.ethryx.core.line.Caller;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.Target;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.Peer;
import io.ethryx.server.logging.Targets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes the access line of one request when it is over: the fields that the sidecar's line has, in its order (decision S13),
 * and what makes a request a call. The query, the body and the credentials of a request are never in it.
 */
final class AccessTrail implements RequestWatch {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ACCESS);
    private static final int CLIENT_LEFT = 499;
    private static final int MOST_CHARS = 256;

    private final ClientExchange exchange;
    private final @Nullable String client;
    private final long startNanos = System.nanoTime();
    private long headNanos = -1;
    private @Nullable String method;
    private @Nullable Target target;
    private @Nullable String node;
    private boolean left;

    AccessTrail(ClientExchange exchange) {
        this.exchange = exchange;
        FieldBlock fields = exchange.requestFields();
        int line = fields.find(Caller.CLIENT_ID, 0);
        client = line < 0 ? null : fields.value(line);
    }

    /** Whether lines are written at all. */
    static boolean wanted() {
        return LOG.isInfoEnabled();
    }

    @Override
    public void calls(Target of, String called) {
        target = of;
        method = called;
    }

    @Override
    public AttemptWatch asks(RoutingDecision.Forward decision) {
        return new AttemptWatch() {
            @Override
            public void answered(int status) {
                node = decision.node().key();
            }

            @Override
            public void failed(String kind) {
                node = decision.node().key();
            }
        };
    }

    @Override
    public void answers(int status, FieldBlock fields) {
        headNanos = System.nanoTime() - startNanos;
    }

    @Override
    public void clientLeft() {
        left = true;
    }

    @Override
    public void ended() {
        long total = System.nanoTime() - startNanos;
        String path = exchange.target();
        int query = path.indexOf('?');
        LoggingEventBuilder line = LOG.atInfo()
                .addKeyValue("peer", Peer.textOf(exchange.peer()))
                .addKeyValue("version", exchange.version().toString())
                .addKeyValue("method", exchange.sentMethod().toString())
                .addKeyValue("path", query < 0 ? path : path.substring(0, query));
        line = addIfKnown(
                line, "chain", target == null ? null : target.effective().toString());
        line = addIfKnown(line, "rpc_method", method);
        line = addIfKnown(line, "upstream", node);
        line = line.addKeyValue("status", status())
                .addKeyValue("latency_ms", millis(headNanos < 0 ? total : headNanos))
                .addKeyValue("total_ms", millis(total))
                .addKeyValue("bytes_in", exchange.bodyBytesIn())
                .addKeyValue("bytes_out", exchange.answer().bodyBytes());
        addIfKnown(line, "client_id", client).log("request");
    }

    private static LoggingEventBuilder addIfKnown(LoggingEventBuilder line, String name, @Nullable String value) {
        if (value == null) {
            return line;
        }
        return line.addKeyValue(name, value.length() <= MOST_CHARS ? value : value.substring(0, MOST_CHARS) + "…");
    }

    /** What the client got, or that it left first: then the answer has not begun, or not ended. */
    private int status() {
        if (exchange.refusedWith() != 0) {
            return exchange.refusedWith();
        }
        return left || exchange.answer().status() == 0
                ? CLIENT_LEFT
                : exchange.answer().status();
    }

    private static double millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMicros(nanos) / 1000.0;
    }
}
