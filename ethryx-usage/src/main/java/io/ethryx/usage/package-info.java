/**
 * Counts how long the requests of each client took, off the request path and in bounded memory, and ships one record a client and
 * interval.
 *
 * <p>Start at {@link io.ethryx.usage.UsageMeter}, which is told of each request, and at the {@link io.ethryx.usage.UsageShipper}s that
 * bring records on: {@link io.ethryx.usage.KafkaShipper}, {@link io.ethryx.usage.FileShipper}, and
 * {@link io.ethryx.usage.SpooledShipper}, which keeps for another one what can't be shipped. A meter counts in a {@code UsageTable}
 * for an interval, and its {@code FlushLoop} swaps that for the next.
 *
 * <p>Requests are counted on any thread, without a lock. All the rest happens on the one thread of the meter.
 */
@NullMarked
package io.ethryx.usage;

import org.jspecify.annotations.NullMarked;
