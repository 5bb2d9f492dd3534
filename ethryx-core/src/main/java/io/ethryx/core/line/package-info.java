/**
 * The straight line of a call: what its stations say to each other, and the ports behind which they stand. Start at
 * {@link io.ethryx.core.line.CallFacts}, which every station reads.
 *
 * <p>A port is called on the thread of its caller and calls back on it; it does not block, and keeps nothing of what it
 * borrows beyond its return unless it says so. Values are immutable.
 */
@NullMarked
package io.ethryx.core.line;

import org.jspecify.annotations.NullMarked;
