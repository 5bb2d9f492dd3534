package io.ethryx.health;

import io.ethryx.core.line.FailureKind;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Counts calls of clients that failed one after another for the sake of a node: no connection, a connection that broke, or no
 * HTTP. A call that was answered, whatever the answer, ends the count. Thread-safe; while no call fails, an answer costs a
 * look whether a map is empty.
 */
final class FailureStreaks {

    static final int MOST = 3;

    private final Map<NodePlace, Integer> streaks = new ConcurrentHashMap<>();
    private final BiConsumer<NodePlace, String> tooMany;

    /** @param tooMany is told of a node and of how its last call failed; on the thread of that call */
    FailureStreaks(BiConsumer<NodePlace, String> tooMany) {
        this.tooMany = tooMany;
    }

    void answered(ChainId chain, Node node) {
        if (!streaks.isEmpty()) {
            streaks.remove(NodePlace.of(chain, node));
        }
    }

    void failed(ChainId chain, Node node, FailureKind kind) {
        boolean nodesFault = switch (kind) {
            case CONNECT, CLOSED, BROKEN, MALFORMED -> true;
            case POOL_EXHAUSTED, UNSENT, DEADLINE, CALLER_GONE -> false;
        };
        if (!nodesFault) {
            return;
        }
        NodePlace place = NodePlace.of(chain, node);
        if (streaks.merge(place, 1, Integer::sum) >= MOST) {
            streaks.remove(place);
            tooMany.accept(place, MOST + " calls in a row failed, the last one as " + kind.wireName());
        }
    }

    void keepOnly(Predicate<NodePlace.Name> registered) {
        streaks.keySet().removeIf(place -> !registered.test(place.name()));
    }
}
