package io.ethryx.usage;

import java.time.Duration;

/**
 * Hears how metering goes, for logs and metrics. All methods do nothing unless they are implemented, must not block, and are called
 * on the meter's own thread but for {@link #overflowed}.
 */
public interface UsageListener {

    /**
     * An interval was shipped, or could not be.
     *
     * @param delivery what became of its records, and of earlier ones that were kept
     * @param took how long it took
     */
    default void flushed(Delivery delivery, Duration took) {}

    /**
     * A request was not counted: more clients came in one interval than there is room for. Called on the request path, by any
     * thread.
     */
    default void overflowed() {}

    /**
     * The meter was closed before the last interval was shipped.
     *
     * @param clients of how many clients usage was lost
     */
    default void cutOff(int clients) {}

    /**
     * The keep on disk changed.
     *
     * @param bytes what it holds
     * @param batches in how many files
     */
    default void spooled(long bytes, int batches) {}

    /**
     * The keep on disk can't be used as it should be; records may get lost.
     *
     * @param reason why, with the file
     */
    default void spoolFailed(String reason) {}

    /**
     * Lines of a file were skipped that are no whole records, as a process leaves them that was killed while it wrote.
     *
     * @param lines how many
     */
    default void torn(int lines) {}
}
