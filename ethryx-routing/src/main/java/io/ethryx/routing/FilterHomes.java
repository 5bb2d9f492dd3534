package io.ethryx.routing;

import io.ethryx.core.Body;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.PoolReason;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which node has made which filter (decision G27). A filter that nobody asks for is forgotten after {@link #KEPT} at the
 * earliest and twice that at the latest, longer than nodes keep it; and when {@link #MOST} names of filters are known, two for each, those that were
 * not asked for longest go first. An id that is not known, or whose node is not registered any more at the place where it
 * was, is routed as any call, so that some node tells the caller that there is no such filter.
 *
 * <p>Nodes that count their filters from one give the same id for different filters. Then each caller gets the one that was
 * made for it, as far as callers can be told apart, and else the last one made counts. Ids are compared without regard to
 * case.
 *
 * <p>For any number of threads, without locks. Costs one look at a volatile field while no filter is known.
 */
public final class FilterHomes {

    /** How long a filter that nobody asks for is known at least; nodes usually keep it for five minutes. */
    public static final Duration KEPT = Duration.ofMinutes(10);

    /** So many names of filters are known at most, two for each filter. */
    public static final int MOST = 65_536;

    private static final int ID_CHARS = 128;

    private final LongSupplier ticker;
    private final AtomicReference<Generations> known;

    /** A filter of a chain, as its caller names it, or anyone. */
    private record Filter(ChainId chain, String id, String caller) {

        private static final String ANYONE = "";
        private static final int CALLER_CHARS = 64;

        static Filter of(CallFacts facts, String id) {
            String caller = facts.caller().identity();
            return new Filter(
                    facts.chain(), id, caller.length() <= CALLER_CHARS ? caller : caller.substring(0, CALLER_CHARS));
        }

        Filter ofAnyone() {
            return new Filter(chain, id, ANYONE);
        }
    }

    /** What was made or asked for lately, and what was before. */
    private record Generations(Map<Filter, Node> young, Map<Filter, Node> old, long sinceNanos) {

        static Generations none(long nowNanos) {
            return new Generations(new ConcurrentHashMap<>(), Map.of(), nowNanos);
        }

        boolean isEmpty() {
            return young.isEmpty() && old.isEmpty();
        }

        Generations next(long nowNanos) {
            boolean bothOld = nowNanos - sinceNanos >= 2 * KEPT.toNanos();
            return new Generations(new ConcurrentHashMap<>(), bothOld ? Map.of() : young, nowNanos);
        }
    }

    FilterHomes(LongSupplier ticker) {
        this.ticker = Objects.requireNonNull(ticker, "ticker");
        this.known = new AtomicReference<>(Generations.none(ticker.getAsLong()));
    }

    /**
     * A node has made a filter.
     *
     * @param facts the call that asked for it
     * @param node the node
     * @param result the JSON of its result; one that is neither a text nor a number, or is longer than an id, is not
     *     remembered
     */
    public void made(CallFacts facts, Node node, String result) {
        Body json = Body.of(result.getBytes(StandardCharsets.UTF_8));
        String id = idAt(json, 0);
        if (id != null) {
            Filter filter = Filter.of(facts, id);
            Map<Filter, Node> young = current().young();
            young.put(filter, node);
            young.put(filter.ofAnyone(), node);
        }
    }

    /** Where the filter is that a call names, or null if it names none that is known. */
    @Nullable
    Forward homeOf(CallFacts facts, ChainTable table, DecisionTrace trace) {
        if (now().isEmpty() || !FilterMethods.name(facts.call().method())) {
            return null;
        }
        Node maker = makerOf(facts);
        Node node = maker == null ? null : registered(table, maker);
        if (node == null) {
            return null;
        }
        trace.looksAt(table, node.pool());
        return new Forward(node, PoolReason.FILTER_HOME, List.of(), List.of());
    }

    private @Nullable Node makerOf(CallFacts facts) {
        RpcCall call = facts.call();
        int params = call.paramsFrom();
        if (params == RpcCall.ABSENT || call.body().at(params) != '[') {
            return null;
        }
        int at = JsonWalk.parameter(call, 0);
        String id = at == JsonWalk.ABSENT ? null : idAt(call.body(), at);
        if (id == null) {
            return null;
        }
        Filter filter = Filter.of(facts, id);
        Node own = find(filter);
        Node last = find(filter.ofAnyone());
        return own == null ? last : own;
    }

    private @Nullable Node find(Filter filter) {
        Generations now = current();
        Node maker = now.young().get(filter);
        if (maker == null) {
            maker = now.old().get(filter);
            if (maker != null) {
                now.young().put(filter, maker);
            }
        }
        return maker;
    }

    private static @Nullable Node registered(ChainTable table, Node maker) {
        for (Node node : table.pools().nodes()) {
            if (node.sameEntry(maker)) {
                return node.address().equals(maker.address()) && node.port() == maker.port() ? node : null;
            }
        }
        return null;
    }

    /** The id that stands at a position, in the form that ids are compared in. */
    private static @Nullable String idAt(Body body, int at) {
        byte first = body.at(at);
        if (first != '"' && first != '-' && (first < '0' || first > '9')) {
            return null;
        }
        int end = JsonWalk.endOf(body, at);
        if (end - at > ID_CHARS) {
            return null;
        }
        String id = first == '"' ? JsonWalk.text(body, at) : body.text(at, end);
        return id.toLowerCase(Locale.ROOT);
    }

    private Generations now() {
        return Objects.requireNonNull(known.get());
    }

    private Generations current() {
        Generations now = now();
        long nanos = ticker.getAsLong();
        if (nanos - now.sinceNanos() < KEPT.toNanos() && now.young().size() < MOST / 2) {
            return now;
        }
        Generations next = now.next(nanos);
        return known.compareAndSet(now, next) ? next : now();
    }
}
