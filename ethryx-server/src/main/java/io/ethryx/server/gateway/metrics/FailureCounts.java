package io.ethryx.server.gateway.metrics;

import io.ethryx.core.AnswerError;
import io.ethryx.core.topology.Node;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the failures of one method by their code, their reason and the node. Thread-safe; takes a lock at the first of a kind
 * alone.
 */
final class FailureCounts {

    private final SeriesBounds bounds;
    private volatile Kind[] kinds = {};

    /** Failures that differ by their node alone. */
    private record Kind(
            int code, String codeLabel, boolean routed, FailureReason reason, ConcurrentMap<String, LongAdder> byNode) {

        boolean is(int otherCode, boolean otherRouted, FailureReason otherReason) {
            return code == otherCode && routed == otherRouted && reason == otherReason;
        }
    }

    FailureCounts(SeriesBounds bounds) {
        this.bounds = bounds;
    }

    /**
     * Counts one.
     *
     * @param error what answered the call
     * @param routed whether a node had been looked for
     * @param node the node that was asked last, or null if none was
     */
    void count(AnswerError error, boolean routed, @Nullable Node node) {
        String address = bounds.addresses().of(node);
        Kind kind = kind(error.code(), routed, FailureReason.of(error));
        LongAdder times = kind.byNode.get(address);
        if (times == null) {
            String place = bounds.failures().take() ? address : LabelValues.OTHER;
            times = kind.byNode.computeIfAbsent(place, unseen -> new LongAdder());
        }
        times.increment();
    }

    private Kind kind(int code, boolean routed, FailureReason reason) {
        for (Kind kind : kinds) {
            if (kind.is(code, routed, reason)) {
                return kind;
            }
        }
        return add(code, bounds.values().codes().of(Integer.toString(code)), routed, reason);
    }

    private synchronized Kind add(int code, String label, boolean routed, FailureReason reason) {
        for (Kind kind : kinds) {
            if (kind.codeLabel.equals(label) && kind.routed == routed && kind.reason == reason) {
                return kind;
            }
        }
        Kind[] more = Arrays.copyOf(kinds, kinds.length + 1);
        Kind added = new Kind(code, label, routed, reason, new ConcurrentHashMap<>());
        more[more.length - 1] = added;
        kinds = more;
        return added;
    }

    void write(PageText page, String name, String labels) {
        for (Kind kind : kinds) {
            String some = labels
                    + ','
                    + PageText.labels(
                            "status_code",
                            kind.codeLabel,
                            "upstream_related",
                            Boolean.toString(kind.routed),
                            "reason",
                            kind.reason.label());
            kind.byNode.forEach(
                    (node, times) -> page.sample(name, some + ',' + PageText.labels("node_addr", node), times.sum()));
        }
    }
}
