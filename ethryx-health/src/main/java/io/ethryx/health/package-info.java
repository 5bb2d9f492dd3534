/**
 * Probing of an execution and consensus node pair, and the verdict that load balancers act on.
 *
 * <p>Start at {@link io.ethryx.health.PairMonitor}: it polls the pair over a {@link io.ethryx.health.ProbeTransport},
 * keeps one immutable {@link io.ethryx.health.PairSnapshot} and answers {@code /readyz} and {@code /healthz} from it. What
 * makes a pair ready is in {@link io.ethryx.health.ReadinessRules}, pure functions without a clock of their own.
 *
 * <p>For the nodes of a gateway's pools start at {@link io.ethryx.health.NodeMonitor}: it probes them over a {@link
 * io.ethryx.health.NodeProbeTransport} and hands out topologies as calls should find them. Its rules are in {@code
 * NodeStanding} (when a node is in or out), {@code WatchedNode} (what a registration changes) and {@code HeadRule}.
 *
 * <p>Everything that a poll changes is changed on the monitor's own thread; everything that is read may be read from any
 * thread, never blocks and never causes a probe.
 */
@NullMarked
package io.ethryx.health;

import org.jspecify.annotations.NullMarked;
