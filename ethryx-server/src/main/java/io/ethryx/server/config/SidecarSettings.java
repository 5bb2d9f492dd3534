package io.ethryx.server.config;

import io.ethryx.server.logging.LogFilter;
import io.ethryx.server.logging.LogLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Everything that {@code ethryx sidecar} can be told, after defaults, environment and flags. Its {@code toString} hides the
 * secrets of URLs (decision S13), so that the whole may be logged.
 *
 * @param listening where to listen
 * @param upstreams where to forward
 * @param health how to judge the pair
 * @param limits what a client may take
 * @param lifecycle how to stop
 * @param logging what to log
 * @param mocks what to answer in the pair's stead
 * @param notices sentences about what was asked for and isn't in effect yet, to be logged as warnings at start
 */
public record SidecarSettings(
        Listening listening,
        Upstreams upstreams,
        Health health,
        Limits limits,
        Lifecycle lifecycle,
        Logging logging,
        Mocks mocks,
        List<String> notices) {

    /**
     * Where to listen.
     *
     * @param addresses the main listeners, at least one
     * @param metrics the additional listener of decision S20
     */
    public record Listening(List<ListenAddress> addresses, Optional<ListenAddress> metrics) {}

    /**
     * Where to forward.
     *
     * @param elHttp the EL's JSON-RPC
     * @param elWs the EL's WebSocket
     * @param clBeacon the CL's Beacon API
     * @param clMevRelay where validator registrations go instead
     * @param clPathPrefixes first path segments that mean the CL, besides the six built in
     * @param caFile certificates to trust besides the system's
     * @param proxyTimeout from the dispatch of a request to the head of its answer
     * @param forwardedHeaders what to do about X-Forwarded-* and Forwarded
     * @param otelEndpoint where traces and metrics go
     */
    public record Upstreams(
            UpstreamUrl elHttp,
            UpstreamUrl elWs,
            UpstreamUrl clBeacon,
            Optional<UpstreamUrl> clMevRelay,
            List<String> clPathPrefixes,
            Optional<Path> caFile,
            Duration proxyTimeout,
            ForwardedHeaders forwardedHeaders,
            Optional<UpstreamUrl> otelEndpoint) {}

    /**
     * How to judge the pair.
     *
     * @param pollInterval from the end of a poll to the start of the next, over zero
     * @param timeout of each call: connect, head and body
     * @param failureThreshold consecutive failing polls before ready becomes not ready, 1 or more
     * @param successThreshold consecutive good polls before not ready becomes ready, 1 or more
     * @param strict whether freshness gates readiness
     * @param pair whether the rules of the pair as a unit gate readiness
     * @param elMaxBlockAge strict: the oldest latest block that is fresh
     * @param clMaxSlotAge strict: the oldest head slot that is fresh
     * @param genesisTime the CL's genesis, Unix seconds; 0 turns the slot age off
     * @param slotDuration the CL's seconds per slot
     */
    public record Health(
            Duration pollInterval,
            Duration timeout,
            int failureThreshold,
            int successThreshold,
            boolean strict,
            boolean pair,
            Duration elMaxBlockAge,
            Duration clMaxSlotAge,
            long genesisTime,
            Duration slotDuration) {}

    /**
     * What a client may take.
     *
     * @param maxRequestHeadBytes of HTTP/1.1
     * @param maxConnections over all listeners
     * @param maxWsConnections WebSockets, if bounded
     * @param wsIdleTimeout of a WebSocket, if bounded
     */
    public record Limits(
            int maxRequestHeadBytes,
            int maxConnections,
            OptionalLong maxWsConnections,
            Optional<Duration> wsIdleTimeout) {}

    /**
     * How to stop.
     *
     * @param shutdownDelay not ready but still serving, before the ports close
     * @param shutdownGrace for requests in flight
     */
    public record Lifecycle(Duration shutdownDelay, Duration shutdownGrace) {}

    /**
     * What to log.
     *
     * @param level the flag's
     * @param accessLog the flag's
     * @param accessLogExtended whether an access line carries user agent and query
     * @param filter what those flags and the environment come to: the only one that decides
     */
    public record Logging(LogLevel level, boolean accessLog, boolean accessLogExtended, LogFilter filter) {}

    /**
     * What to answer in the pair's stead (decision S17).
     *
     * @param trustUpstream no polling: the pair counts as synced
     * @param ethSyncing eth_syncing is answered false
     * @param prepareBeaconProposer answered success
     * @param beaconCommitteeSubscriptions answered success
     * @param syncCommitteeSubscriptions answered success
     * @param clNodeHealth /eth/v1/node/health is answered from the verdict
     */
    public record Mocks(
            boolean trustUpstream,
            boolean ethSyncing,
            boolean prepareBeaconProposer,
            boolean beaconCommitteeSubscriptions,
            boolean syncCommitteeSubscriptions,
            boolean clNodeHealth) {}

    /** What to do about the headers that tell an upstream who the client is (decision S9). */
    public enum ForwardedHeaders {
        /** Pass on what the client sent, add nothing. */
        OFF,
        /** Add the client's address to what came. */
        APPEND,
        /** Drop what came, set our own. */
        REPLACE
    }
}
