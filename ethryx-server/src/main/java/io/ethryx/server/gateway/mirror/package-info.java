/**
 * Sends copies of calls to the mirror targets of their chain, beside the traffic (decision G16). Start at {@link
 * io.ethryx.server.gateway.mirror.Mirror}.
 *
 * <p>A copy is made on the IO thread of its call and sent later, on an IO thread. Whatever a target does costs no more than
 * its own lane: a bounded queue, so many copies on their way, and a little reading.
 */
@NullMarked
package io.ethryx.server.gateway.mirror;

import org.jspecify.annotations.NullMarked;
