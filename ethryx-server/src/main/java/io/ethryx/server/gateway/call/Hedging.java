package io.ethryx.server.gateway.call;

import io.ethryx.routing.HedgeBudget;
import io.ethryx.routing.HedgePolicy;
import io.ethryx.server.gateway.metrics.HedgeCounts;
import io.ethryx.server.gateway.metrics.MetricFamilies;
import io.ethryx.server.gateway.rules.RoutingWords;
import io.ethryx.server.gateway.settings.RetrySettings;
import java.util.function.Consumer;

/**
 * Which calls are sent to a second node as well, and how many of them (decision G9). Thread-safe.
 *
 * @param policy after what time
 * @param budget how many
 * @param counts counts them
 */
public record Hedging(HedgePolicy policy, HedgeBudget budget, HedgeCounts counts) {

    /**
     * Hedging as a configuration has it, of which nothing is spent.
     *
     * @param retry what the file says
     * @param shown shows what is counted
     * @return new budget, new counts
     */
    public static Hedging of(RetrySettings retry, Consumer<MetricFamilies> shown) {
        HedgeCounts counts = new HedgeCounts();
        shown.accept(counts);
        return new Hedging(RoutingWords.hedging(retry), new HedgeBudget(), counts);
    }
}
