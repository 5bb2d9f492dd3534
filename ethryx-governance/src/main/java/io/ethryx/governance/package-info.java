/**
 * Answers whether a call may go now, as what, and who else sees it.
 *
 * <p>The first types arrive with the deny list and the rate limiter.
 */
@NullMarked
package io.ethryx.governance;

import org.jspecify.annotations.NullMarked;
