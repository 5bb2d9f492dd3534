package io.ethryx.server.gateway.socket;

import io.ethryx.core.topology.Node;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.Upstream;

/**
 * Where subscriptions may live.
 *
 * @param node the node
 * @param upstream the connections to it
 * @param target what it is asked at
 * @param fields the client's, as nodes get them
 */
public record NodePlace(Node node, Upstream upstream, String target, FieldBlock fields) {}
