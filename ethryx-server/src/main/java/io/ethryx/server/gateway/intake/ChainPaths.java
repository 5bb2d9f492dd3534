package io.ethryx.server.gateway.intake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What paths name, kept for the first spellings that came: a client writes its path in one way, call after call. Thread-safe;
 * bounded.
 */
final class ChainPaths {

    private static final int MOST = 1_024;
    private static final int MOST_CHARS = 64;

    private final Map<String, ChainPath> known = new ConcurrentHashMap<>();

    /** What the path of a target names; its query is left aside. */
    ChainPath of(String target) {
        String path = target.substring(0, ChainPath.endOfPath(target));
        ChainPath before = known.get(path);
        return before != null ? before : read(path);
    }

    private ChainPath read(String path) {
        ChainPath read = ChainPath.of(path);
        if (path.length() <= MOST_CHARS && known.size() < MOST) {
            known.put(path, read);
        }
        return read;
    }
}
