package io.ethryx.usage;

import java.time.Duration;
import java.util.List;

/**
 * Brings records to where they are counted. Used by one thread at a time, off the request path; may block, but for no longer
 * than it is given.
 */
public interface UsageShipper {

    /**
     * Ships records.
     *
     * @param records what to ship, of one interval; may be empty if {@link #waiting} is true
     * @param budget how long it may take
     * @return what became of them; never throws for trouble on the way
     * @throws InterruptedException if the thread was interrupted; what became of the records is not known then
     */
    Delivery ship(List<UsageRecord> records, Duration budget) throws InterruptedException;

    /**
     * Whether something of earlier intervals waits to be shipped.
     *
     * @return false for a shipper that keeps nothing
     */
    default boolean waiting() {
        return false;
    }

    /**
     * Lets go of connections and files. Idempotent.
     *
     * @param budget how long it may take
     */
    void close(Duration budget);
}
