/**
 * May a call go now, as what, and who else sees it. Each step is a {@link io.ethryx.core.line.Governor}: {@link
 * io.ethryx.governance.DenyList}, {@link io.ethryx.governance.NameCheck}, {@link io.ethryx.governance.RateLimiter}, and of
 * those that rewrite {@link io.ethryx.governance.LatestBlockRewrite} and {@link io.ethryx.governance.BlockRangeLimit}. What
 * happens beside the call is said by {@link io.ethryx.governance.MirrorPolicy} and {@link
 * io.ethryx.governance.SlowLogPolicy}.
 *
 * <p>No threads and no locks on the request path; everything is thread-safe and bounded. Time and chance come from
 * outside.
 */
@NullMarked
package io.ethryx.governance;

import org.jspecify.annotations.NullMarked;
