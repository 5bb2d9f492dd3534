/**
 * Pure routing: from a call and its block context to a decision that carries its reasons.
 *
 * <p>The first types arrive with block-context routing; until then the module states its place and its fence:
 * it may see {@code ethryx-core} and nothing beside it.
 */
@NullMarked
package io.ethryx.routing;

import org.jspecify.annotations.NullMarked;
