package io.ethryx.server.gateway.admin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One admin call.
 *
 * @param method the HTTP method
 * @param pattern the path, with places as in <code>/{chainId}/deleteNode/{nodeKey}</code>
 * @param reach what it changes
 * @param action answers it, on an admin thread
 */
record Route(String method, String pattern, Reach reach, Action action) {

    /** What a call changes. */
    enum Reach {
        /** Nothing; it is answered from memory. */
        READ(false),
        /** Nothing; etcd is asked. */
        READ_ETCD(true),
        /** This process. */
        LOCAL(false),
        /** Keys in etcd. */
        ETCD(true);

        private final boolean waits;

        Reach(boolean waits) {
            this.waits = waits;
        }

        /** Whether it may wait for etcd. */
        boolean waits() {
            return waits;
        }

        boolean changes() {
            return this == LOCAL || this == ETCD;
        }
    }

    /** Answers a call. */
    @FunctionalInterface
    interface Action {
        AdminAnswer answer(AdminRequest request);
    }

    /** What stands in the pattern's places, null for a path of another form. The segments are not decoded. */
    @Nullable
    Map<String, String> match(List<String> segments) {
        String[] parts = pattern.substring(1).split("/", -1);
        if (parts.length != segments.size()) {
            return null;
        }
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < parts.length; i++) {
            String segment = segments.get(i);
            if (isPlace(parts[i])) {
                if (segment.isEmpty()) {
                    return null;
                }
                names.put(parts[i].substring(1, parts[i].length() - 1), segment);
            } else if (!parts[i].equals(segment)) {
                return null;
            }
        }
        return names;
    }

    /** Whether it is looked at with a browser, and changes nothing. */
    boolean isPage() {
        return reach == Reach.READ && (pattern.equals(PageRoutes.PAGE) || pattern.startsWith(PageRoutes.PAGE + "/"));
    }

    private static boolean isPlace(String part) {
        return part.startsWith("{");
    }

    @Override
    public String toString() {
        return method + ' ' + pattern;
    }
}
