package io.ethryx.health;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The status of {@code /eth/v1/node/health} where Ethryx answers it (decision S3; Beacon API, getHealth).
 */
public final class NodeHealthRule {

    private static final String SYNCING_STATUS = "syncing_status=";
    private static final int SYNCING = 206;

    private NodeHealthRule() {}

    /**
     * The status.
     *
     * @param readiness the verdict
     * @param current the last poll, nothing where it is too old to go by
     * @param rawQuery the request's query without its question mark, or null
     * @return 200 if ready; else 206, or what {@code syncing_status} says, if a node says that it syncs; else 503. 400
     *     where {@code syncing_status} is not a number from 200 to 599: a status below is never the last of an answer, and
     *     its client would wait for another.
     */
    public static int status(Readiness readiness, Optional<PairSnapshot> current, @Nullable String rawQuery) {
        int whileSyncing = rawQuery == null ? SYNCING : syncingStatus(rawQuery);
        if (whileSyncing < 0) {
            return 400;
        }
        if (readiness.ready()) {
            return 200;
        }
        return current.filter(NodeHealthRule::syncing).isPresent() ? whileSyncing : 503;
    }

    private static boolean syncing(PairSnapshot snapshot) {
        return snapshot.el()
                        .syncing()
                        .known()
                        .filter(said -> !(said instanceof ElSyncing.Synced))
                        .isPresent()
                || snapshot.cl().syncing().known().filter(ClSyncing::syncing).isPresent();
    }

    private static int syncingStatus(String rawQuery) {
        for (String parameter : rawQuery.split("&", -1)) {
            if (parameter.startsWith(SYNCING_STATUS)) {
                String value = parameter.substring(SYNCING_STATUS.length());
                return value.matches("[2-5][0-9][0-9]") ? Integer.parseInt(value) : -1;
            }
        }
        return SYNCING;
    }
}
