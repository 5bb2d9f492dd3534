package io.ethryx.server.sidecar;

import io.ethryx.server.config.SidecarSettings.Mocks;
import io.undertow.util.HttpString;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * From method and raw target to a route: byte for byte and case-sensitively, by the first path segment; nothing is decoded
 * or cleaned up. Immutable; costs no allocation.
 */
final class RouteTable {

    private static final List<String> BUILT_IN = List.of("eth", "teku", "prysm", "nimbus", "lodestar", "lighthouse");

    private static final String DUTIES = "/eth/v1/validator/";

    private static final List<Row> ALWAYS = List.of(
            Row.read("/livez", Route.LIVEZ),
            Row.read("/readyz", Route.READYZ),
            Row.read("/healthz", Route.HEALTHZ),
            Row.read("/metrics", Route.METRICS));

    /** A path that stands by itself, for GET and HEAD or for POST. */
    private record Row(boolean read, String path, Route route) {

        static Row read(String path, Route route) {
            return new Row(true, path, route);
        }

        static Row post(String path, Route route) {
            return new Row(false, path, route);
        }
    }

    private final Row[] rows;
    private final String[] clSegments;
    private final Route elPost;

    /**
     * The table without mocks and relay.
     *
     * @param clPathPrefixes first path segments that go to the consensus layer besides the built-in, without slashes
     */
    RouteTable(List<String> clPathPrefixes) {
        this(clPathPrefixes, new Mocks(false, false, false, false, false, false), false);
    }

    /**
     * The whole table.
     *
     * @param clPathPrefixes as above
     * @param mocks what is answered in the pair's stead
     * @param mevRelay whether registrations of validators have a relay to go to
     */
    RouteTable(List<String> clPathPrefixes, Mocks mocks, boolean mevRelay) {
        clSegments = Stream.concat(BUILT_IN.stream(), clPathPrefixes.stream()).toArray(String[]::new);
        elPost = mocks.ethSyncing() || mocks.trustUpstream() ? Route.EL_INSPECTED : Route.EL;
        rows = Stream.concat(ALWAYS.stream(), asked(mocks, mevRelay)).toArray(Row[]::new);
    }

    private static Stream<Row> asked(Mocks mocks, boolean mevRelay) {
        return Stream.of(
                        asked(mocks.clNodeHealth(), Row.read("/eth/v1/node/health", Route.NODE_HEALTH)),
                        asked(mocks.prepareBeaconProposer(), duty("prepare_beacon_proposer")),
                        asked(mocks.beaconCommitteeSubscriptions(), duty("beacon_committee_subscriptions")),
                        asked(mocks.syncCommitteeSubscriptions(), duty("sync_committee_subscriptions")),
                        asked(mevRelay, Row.post(DUTIES + "register_validator", Route.MEV_RELAY)))
                .flatMap(Optional::stream);
    }

    private static Row duty(String name) {
        return Row.post(DUTIES + name, Route.VALIDATOR_DUTY);
    }

    private static Optional<Row> asked(boolean on, Row row) {
        return on ? Optional.of(row) : Optional.empty();
    }

    Route of(HttpString method, String target) {
        String name = method.toString();
        boolean read = name.equals("GET") || name.equals("HEAD");
        boolean post = name.equals("POST");
        if (read || post) {
            Route alone = byItself(read, target);
            if (alone != null) {
                return alone;
            }
        }
        return isCl(target) ? Route.CL : post ? elPost : Route.EL;
    }

    /** The route of one that asks for a WebSocket; a path that stands by itself is answered as it always is. */
    Route ofWebSocket(HttpString method, String target) {
        Route route = of(method, target);
        return switch (route) {
            case EL, EL_INSPECTED -> Route.EL_WEBSOCKET;
            case CL -> Route.CL_WEBSOCKET;
            default -> route;
        };
    }

    private @Nullable Route byItself(boolean read, String target) {
        int query = target.indexOf('?');
        int length = query < 0 ? target.length() : query;
        for (Row row : rows) {
            if (row.read() == read && row.path().length() == length && target.startsWith(row.path())) {
                return row.route();
            }
        }
        return null;
    }

    /** Whether a path that does not stand by itself goes to the consensus layer. */
    boolean isCl(String target) {
        if (target.isEmpty() || target.charAt(0) != '/') {
            return false;
        }
        int end = 1;
        while (end < target.length() && target.charAt(end) != '/' && target.charAt(end) != '?') {
            end++;
        }
        for (String segment : clSegments) {
            if (segment.length() == end - 1 && target.startsWith(segment, 1)) {
                return true;
            }
        }
        return false;
    }
}
