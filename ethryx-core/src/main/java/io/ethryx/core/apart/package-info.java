/**
 * What threads write to all the time without meeting each other: two that write to one cache line wait for each other as
 * two that want one lock do, only that nothing shows it. Start at {@link io.ethryx.core.apart.ApartCounts} and {@link
 * io.ethryx.core.apart.Apart}.
 */
@NullMarked
package io.ethryx.core.apart;

import org.jspecify.annotations.NullMarked;
