package io.ethryx.server.gateway.intake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What targets name, kept for the first spellings that came: a client writes its target in one way, call after call.
 * Thread-safe; bounded.
 */
final class ChainPaths {

    private static final int MOST = 1_024;
    private static final int MOST_CHARS = 64;

    private final Map<String, ChainPath> known = new ConcurrentHashMap<>();

    /** What the path of a target names. */
    ChainPath of(String target) {
        ChainPath before = known.get(target);
        return before != null ? before : read(target);
    }

    private ChainPath read(String target) {
        ChainPath read = ChainPath.of(target);
        if (target.length() <= MOST_CHARS && known.size() < MOST) {
            known.put(target, read);
        }
        return read;
    }
}
