package io.ethryx.server.gateway.admin;

import io.ethryx.core.line.Governor;
import io.ethryx.routing.MethodTable;
import io.ethryx.routing.RoutingSettings;
import io.ethryx.routing.TopologyRouter;

/**
 * What decides where calls go.
 *
 * @param router the router of the traffic
 * @param settings its settings
 * @param methods its table of methods
 * @param governor what may keep a call, and counts nothing
 */
public record Choosing(TopologyRouter router, RoutingSettings settings, MethodTable methods, Governor governor) {}
