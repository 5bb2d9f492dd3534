/**
 * What a configuration makes calls go by, in the words of the libraries that judge and route them, and what can be told of it
 * without a gateway that runs (decision G20): its faults, and what it would decide. Start at {@link
 * io.ethryx.server.gateway.rules.GatewayRouting}. Used at start and by commands only.
 */
@NullMarked
package io.ethryx.server.gateway.rules;

import org.jspecify.annotations.NullMarked;
