package io.ethryx.usage;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of records that were shipped. Of records that come from the shipper's own keep it tells as well, so that what was
 * sent, refused and kept need not add up to what was handed over.
 *
 * @param sent how many arrived
 * @param refused how many were refused for good, each for itself, such as one too large
 * @param kept how many the shipper keeps to send them later
 * @param unsent those that did not arrive and are kept nowhere
 * @param reason why not everything arrived, in plain words and without secrets; null if everything did
 */
public record Delivery(
        int sent,
        int refused,
        int kept,
        List<UsageRecord> unsent,
        @Nullable String reason) {

    /**
     * Copies what it is given.
     *
     * @param sent see the record
     * @param refused see the record
     * @param kept see the record
     * @param unsent see the record
     * @param reason see the record
     */
    public Delivery {
        unsent = List.copyOf(unsent);
    }

    /**
     * Everything arrived.
     *
     * @param records how many
     * @return a delivery without a reason
     */
    public static Delivery complete(int records) {
        return new Delivery(records, 0, 0, List.of(), null);
    }

    /**
     * Nothing arrived.
     *
     * @param records what was to be shipped
     * @param reason why not
     * @return a delivery that leaves all of them
     */
    public static Delivery failed(List<UsageRecord> records, String reason) {
        return new Delivery(0, 0, 0, records, Objects.requireNonNull(reason, "reason"));
    }

    /**
     * Whether everything arrived.
     *
     * @return true if there is no reason
     */
    public boolean whole() {
        return reason == null;
    }
}
