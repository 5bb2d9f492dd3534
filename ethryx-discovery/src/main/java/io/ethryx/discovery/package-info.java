/**
 * Turns a source of keys and values into successive immutable topologies.
 *
 * <p>The first types arrive with the static topology source.
 */
@NullMarked
package io.ethryx.discovery;

import org.jspecify.annotations.NullMarked;
