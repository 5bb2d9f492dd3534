/**
 * Counts what happened, off the request path and in bounded memory, and ships it.
 *
 * <p>The first types arrive with usage metering.
 */
@NullMarked
package io.ethryx.usage;

import org.jspecify.annotations.NullMarked;
