package io.ethryx.server.gateway.intake;

import io.ethryx.core.topology.ChainId;
import io.ethryx.server.gateway.edge.PathSegment;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the segments of paths name, kept for the first spellings that came: a client writes the chain in one way, call after
 * call. Thread-safe; bounded.
 */
final class ChainSpellings {

    private static final int MOST = 1_024;
    private static final int MOST_CHARS = 64;

    private final Map<String, Optional<ChainId>> known = new ConcurrentHashMap<>();

    /** The chain that a segment names; nothing for one that names none. */
    Optional<ChainId> chain(String segment) {
        Optional<ChainId> before = known.get(segment);
        return before != null ? before : read(segment);
    }

    private Optional<ChainId> read(String segment) {
        Optional<ChainId> read = ChainId.parse(PathSegment.decoded(segment));
        if (segment.length() <= MOST_CHARS && known.size() < MOST) {
            known.put(segment, read);
        }
        return read;
    }
}
