/**
 * A simulated pair of nodes and a simulated cluster in the same process, and the demonstration that runs the sidecar and
 * the gateway before them. Start at {@link io.ethryx.server.demo.SimulatedNodes}; {@link
 * io.ethryx.server.demo.DemoProgram} is what {@code ethryx demo} runs.
 *
 * <p>The pair pretends: its blocks hold one made-up transaction each, its hashes are SHA-256 of a number, nothing is
 * signed and nothing is executed. What it does keep are the shapes of the execution JSON-RPC and of the Beacon API, one
 * block a slot, parent links, and times that agree with its genesis.
 *
 * <p>Everything that touches a socket runs on one IO thread, of the pair or of the cluster; scripts may be changed from any thread at
 * any time and count from the next request.
 */
@NullMarked
package io.ethryx.server.demo;

import org.jspecify.annotations.NullMarked;
