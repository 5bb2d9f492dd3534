/** Probing of an execution and consensus node pair, and the verdict that load balancers act on. */
@NullMarked
package io.ethryx.health;

import org.jspecify.annotations.NullMarked;
