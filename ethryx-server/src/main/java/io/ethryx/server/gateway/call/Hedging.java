package io.ethryx.server.gateway.call;

import io.ethryx.routing.HedgeBudget;
import io.ethryx.routing.HedgePolicy;
import io.ethryx.server.gateway.metrics.HedgeCounts;

/**
 * Which calls are sent to a second node as well, and how many of them (decision G9). Thread-safe.
 *
 * @param policy after what time
 * @param budget how many
 * @param counts counts them
 */
public record Hedging(HedgePolicy policy, HedgeBudget budget, HedgeCounts counts) {}
