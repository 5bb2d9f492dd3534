package io.ethryx.server.gateway.rules;

import io.ethryx.core.topology.ChainId;
import io.ethryx.routing.BlockPosition;
import io.ethryx.routing.HedgePolicy;
import io.ethryx.routing.MethodTable;
import io.ethryx.routing.SelectionStrategy;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.settings.RetrySettings;
import io.ethryx.server.gateway.settings.RoutingSettings;
import java.util.HashMap;
import java.util.Map;

/** Says in the words of the routing library what the configuration file says. */
public final class RoutingWords {

    private RoutingWords() {}

    /**
     * How nodes are chosen.
     *
     * @param settings what the file says
     * @return the same, in the library's words
     */
    public static io.ethryx.routing.RoutingSettings settings(GatewaySettings settings) {
        Map<ChainId, Long> windows = new HashMap<>();
        settings.routing()
                .chains()
                .forEach((chain, differs) -> ChainId.parse(chain)
                        .ifPresent(id -> differs.stateWindow().ifPresent(blocks -> windows.put(id, (long) blocks))));
        return new io.ethryx.routing.RoutingSettings(
                SelectionStrategy.valueOf(settings.selection().name()),
                settings.routing().stateWindow(),
                windows,
                settings.retry().maxAttempts());
    }

    /**
     * After what time calls go to a second node too.
     *
     * @param retry what the file says
     * @return the same, in the library's words
     */
    public static HedgePolicy hedging(RetrySettings retry) {
        Map<String, HedgePolicy.Delay> delays = new HashMap<>();
        retry.hedges()
                .forEach((method, hedge) -> delays.put(
                        method, hedge.after().map(HedgePolicy.Delay::new).orElse(HedgePolicy.Delay.BEYOND_P95)));
        return new HedgePolicy(delays);
    }

    /**
     * Where methods have their block.
     *
     * @param routing what the file adds
     * @return the standard table with that
     */
    public static MethodTable methods(RoutingSettings routing) {
        Map<String, BlockPosition> added = new HashMap<>();
        routing.methods().forEach((method, row) -> added.put(method, position(row)));
        return MethodTable.standard().with(added);
    }

    private static BlockPosition position(RoutingSettings.Row row) {
        if (row instanceof RoutingSettings.Index index) {
            return BlockPosition.index(index.index());
        } else if (row instanceof RoutingSettings.Range range) {
            return range.places().size() == 1
                    ? BlockPosition.filter(range.places().get(0))
                    : BlockPosition.span(range.places().get(0), range.places().get(1));
        }
        return BlockPosition.none();
    }
}
