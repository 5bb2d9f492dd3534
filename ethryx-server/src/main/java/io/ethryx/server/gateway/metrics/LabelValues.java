package io.ethryx.server.gateway.metrics;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The values of one label that clients or nodes make up: those known from the start, and the first 256 others that are short
 * and printable. Whatever comes beyond is {@code other} (decision G21). Thread-safe; a value seen before costs a look-up.
 */
final class LabelValues {

    /** What stands for a value that is left out. */
    static final String OTHER = "other";

    private static final int MOST = 256;
    private static final int MAX_LENGTH = 128;

    private final ConcurrentMap<String, String> values = new ConcurrentHashMap<>();
    private final Room room = new Room(MOST);
    private final LongAdder overflow = new LongAdder();

    LabelValues(Collection<String> known) {
        known.forEach(value -> values.put(value, value));
        values.put(OTHER, OTHER);
        values.put("", "");
    }

    /** The label's value for what came; none counts as empty. */
    String of(@Nullable String raw) {
        if (raw == null) {
            return "";
        }
        String known = values.get(raw);
        return known == null ? unknown(raw) : known;
    }

    private String unknown(String raw) {
        if (plain(raw) && room.take()) {
            String before = values.putIfAbsent(raw, raw);
            return before == null ? raw : before;
        }
        overflow.increment();
        return OTHER;
    }

    private static boolean plain(String raw) {
        if (raw.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    /** How often a value was left out. */
    long overflow() {
        return overflow.sum();
    }
}
