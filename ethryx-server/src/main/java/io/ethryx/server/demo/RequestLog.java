package io.ethryx.server.demo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a simulated node was asked, in bounded memory: the last 64 requests whole, and counts of up to 256 names. Safe to use
 * from any thread.
 */
public final class RequestLog {

    private static final int KEPT = 64;
    private static final int NAMES = 256;

    private final Deque<SeenRequest> last = new ArrayDeque<>();
    private final Map<String, Long> counts = new HashMap<>();
    private long requests;

    RequestLog() {}

    synchronized void add(SeenRequest request) {
        requests++;
        if (last.size() == KEPT) {
            last.removeFirst();
        }
        last.addLast(request);
    }

    synchronized void count(String name) {
        if (counts.size() < NAMES || counts.containsKey(name)) {
            counts.merge(name, 1L, Long::sum);
        }
    }

    /**
     * How often a name was asked for.
     *
     * @param name a JSON-RPC method (execution node) or a path (consensus node)
     * @return 0 or more
     */
    public synchronized long calls(String name) {
        return counts.getOrDefault(name, 0L);
    }

    /**
     * How many requests and WebSocket messages came.
     *
     * @return 0 or more
     */
    public synchronized long requests() {
        return requests;
    }

    /**
     * The last requests, oldest first.
     *
     * @return at most 64, a copy
     */
    public synchronized List<SeenRequest> last() {
        return new ArrayList<>(last);
    }

    /** Forgets everything. */
    public synchronized void clear() {
        requests = 0;
        last.clear();
        counts.clear();
    }
}
