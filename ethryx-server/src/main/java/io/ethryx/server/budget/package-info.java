/**
 * What all connections and exchanges together may hold of the heap. Start at
 * {@link io.ethryx.server.budget.ByteBudget}.
 */
@NullMarked
package io.ethryx.server.budget;

import org.jspecify.annotations.NullMarked;
