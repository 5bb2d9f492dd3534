/**
 * The nodes that calls are sent to: connections to them, the paths on them, and whether they do well (decisions G10, G12,
 * G31). Start at {@link io.ethryx.server.gateway.nodes.NodeWatch}. Connections and paths are asked on the request path, for the
 * price of a look into a map; probing has a thread of its own, and IO threads carry it.
 */
@NullMarked
package io.ethryx.server.gateway.nodes;

import org.jspecify.annotations.NullMarked;
