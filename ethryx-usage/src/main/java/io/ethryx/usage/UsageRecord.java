package io.ethryx.usage;

import java.util.Objects;
import java.util.UUID;

/**
 * What one client used in one interval. Its id is its own for ever: whoever sees it twice counts it once.
 *
 * @param id of this record, and of no other
 * @param clientId the client, or {@code unknown}
 * @param usageMillis the summed duration of its requests, 1 and above
 * @param timestampMillis when the interval ended, milliseconds since the epoch
 */
public record UsageRecord(UUID id, String clientId, long usageMillis, long timestampMillis) {

    /**
     * Checks the parts.
     *
     * @param id see the record
     * @param clientId see the record
     * @param usageMillis see the record
     * @param timestampMillis see the record
     */
    public UsageRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(clientId, "clientId");
        if (usageMillis < 1) {
            throw new IllegalArgumentException("a usage of " + usageMillis + " ms is below 1");
        }
    }

    /**
     * The record as consumers read it: one JSON object, its members always in the same order, without a line break.
     *
     * @return UTF-8
     */
    public byte[] json() {
        return RecordText.write(this);
    }
}
