/** The packaged program in front of real nodes, each a process of its own. Start at {@link io.ethryx.server.real.RealNodesIT}. */
package io.ethryx.server.real;
