package io.ethryx.server.gateway.metrics;

import io.ethryx.core.apart.ApartCounts;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Counts by HTTP status: few of them occur, so that a look suffices to find one. Thread-safe; takes a lock at the first of a status alone. */
final class StatusCounts {

    private volatile Count[] counts = {};

    private record Count(int status, ApartCounts times) {}

    void count(int status) {
        Count known = find(status);
        (known == null ? add(status) : known).times.add(0, 1);
    }

    private @Nullable Count find(int status) {
        for (Count count : counts) {
            if (count.status == status) {
                return count;
            }
        }
        return null;
    }

    private synchronized Count add(int status) {
        Count other = find(status);
        if (other != null) {
            return other;
        }
        Count[] more = Arrays.copyOf(counts, counts.length + 1);
        Count added = new Count(status, new ApartCounts(1));
        more[more.length - 1] = added;
        counts = more;
        return added;
    }

    /** How many were counted, whatever their status. */
    long total() {
        long total = 0;
        for (Count count : counts) {
            total += count.times.sum(0);
        }
        return total;
    }

    void write(PageText page, String name, String labels) {
        for (Count count : counts) {
            page.sample(name, labels + ",status_code=\"" + count.status + '"', count.times.sum(0));
        }
    }
}
