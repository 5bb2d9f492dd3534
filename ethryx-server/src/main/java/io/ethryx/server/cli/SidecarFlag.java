package io.ethryx.server.cli;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The flags of {@code ethryx sidecar}: reference section 1 and the ones that the decisions add. */
enum SidecarFlag {
    LISTEN(Kind.LIST, "ADDRESS", "0.0.0.0:8547", "Where to listen for HTTP/1.1, HTTP/2 and WebSocket"),
    METRICS_LISTEN(
            Kind.ONE, "ADDRESS", null, "Where to serve /metrics, /healthz and the probes apart from the traffic"),
    EL_HTTP_URL(Kind.ONE, "URL", "http://127.0.0.1:8545", "JSON-RPC of the execution client"),
    EL_WS_URL(Kind.ONE, "URL", "ws://127.0.0.1:8546", "WebSocket of the execution client"),
    CL_BEACON_URL(Kind.ONE, "URL", "http://127.0.0.1:5052", "Beacon API of the consensus client"),
    CL_MEV_RELAY_URL(Kind.ONE, "URL", null, "Where validator registrations go instead of the consensus client"),
    CL_PATH_PREFIX(
            Kind.LIST, "SEGMENT", null, "A first path segment that goes to the consensus client, besides the built-in"),
    UPSTREAM_CA_FILE(Kind.ONE, "FILE", null, "PEM certificates to trust besides the system's"),
    PROXY_TIMEOUT(Kind.ONE, "DURATION", "60", "From the dispatch of a request to the head of its answer"),
    FORWARDED_HEADERS(Kind.ONE, "off|append|replace", "off", "What to do about Forwarded and X-Forwarded-*"),
    NETWORK(Kind.ONE, "mainnet|hoodi|sepolia|holesky|custom", "mainnet", "Whose genesis time and slot duration to use"),
    CL_GENESIS_TIME(
            Kind.ONE, "SECONDS", null, "Unix time of genesis instead of the network's; 0 turns the slot age off"),
    CL_SECONDS_PER_SLOT(Kind.ONE, "SECONDS", null, "Slot duration instead of the network's"),
    EL_MAX_BLOCK_AGE_SECS(Kind.ONE, "SECONDS", "60", "Oldest latest block that is fresh, under --readyz-strict"),
    CL_MAX_SLOT_AGE_SECS(Kind.ONE, "SECONDS", "60", "Oldest head slot that is fresh, under --readyz-strict"),
    READYZ_STRICT(Kind.SWITCH, "true|false", "false", "Not ready when block or slot is too old"),
    READYZ_PAIR(Kind.SWITCH, "true|false", "false", "Not ready when EL and CL don't fit together"),
    READYZ_FAILURE_THRESHOLD(Kind.ONE, "COUNT", "1", "Failing polls in a row before ready becomes not ready"),
    READYZ_SUCCESS_THRESHOLD(Kind.ONE, "COUNT", "1", "Good polls in a row before not ready becomes ready"),
    HEALTH_TIMEOUT(Kind.ONE, "DURATION", "3", "Of each call of a poll: connect, head and body"),
    HEALTH_POLL_INTERVAL(Kind.ONE, "DURATION", "5", "From the end of a poll to the start of the next"),
    SHUTDOWN_DELAY(Kind.ONE, "DURATION", "0", "After a signal: not ready but still serving, before the ports close"),
    SHUTDOWN_GRACE(Kind.ONE, "DURATION", "10", "For requests in flight once the ports are closed"),
    MAX_REQUEST_HEAD(Kind.ONE, "SIZE", "128KiB", "A larger request head is refused with 431"),
    MAX_CONNECTIONS(Kind.ONE, "COUNT", "10000", "A further connection is refused with 503"),
    MAX_WS_CONNECTIONS(Kind.ONE, "COUNT", null, "A further WebSocket is refused with 503"),
    WS_IDLE_TIMEOUT(Kind.ONE, "DURATION", null, "A WebSocket silent for this long is closed"),
    LOG_LEVEL(Kind.ONE, "trace|debug|info|warn|error", "info", "How much to log; ETHRYX_LOG and RUST_LOG win"),
    ACCESS_LOG(Kind.SWITCH, "true|false", "false", "Log a line for each request"),
    ACCESS_LOG_EXTENDED(Kind.SWITCH, "true|false", "false", "Access lines carry user agent and query"),
    TRUST_UPSTREAM(Kind.SWITCH, "true|false", "false", "Count the pair as synced without polling it"),
    MOCK_ETH_SYNCING(Kind.SWITCH, "true|false", "false", "Answer eth_syncing with false"),
    MOCK_PREPARE_BEACON_PROPOSER(Kind.SWITCH, "true|false", "false", "Answer prepare_beacon_proposer with success"),
    MOCK_BEACON_COMMITTEE_SUBSCRIPTIONS(
            Kind.SWITCH, "true|false", "false", "Answer beacon_committee_subscriptions with success"),
    MOCK_SYNC_COMMITTEE_SUBSCRIPTIONS(
            Kind.SWITCH, "true|false", "false", "Answer sync_committee_subscriptions with success"),
    MOCK_CL_NODE_HEALTH(Kind.SWITCH, "true|false", "false", "Answer /eth/v1/node/health from the readiness verdict"),
    OTEL_ENDPOINT(Kind.ONE, "URL", null, "OTLP/HTTP collector for traces and metrics");

    /** How often a flag may stand and whether it needs a value. */
    enum Kind {
        /** Once, with a value. */
        ONE,
        /** Any number of times, each value a comma-separated list. */
        LIST,
        /** Once, with or without {@code true} or {@code false}. */
        SWITCH
    }

    private final Kind kind;
    private final String placeholder;
    private final @Nullable String defaultText;
    private final String description;

    SidecarFlag(Kind kind, String placeholder, @Nullable String defaultText, String description) {
        this.kind = kind;
        this.placeholder = placeholder;
        this.defaultText = defaultText;
        this.description = description;
    }

    Kind kind() {
        return kind;
    }

    String placeholder() {
        return placeholder;
    }

    Optional<String> defaultText() {
        return Optional.ofNullable(defaultText);
    }

    String description() {
        return description;
    }

    /** As on the command line, for instance {@code --el-http-url}. */
    String option() {
        return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As in the environment, for instance {@code ETHRYX_EL_HTTP_URL}. */
    String variable() {
        return "ETHRYX_" + name();
    }

    /** Whether a value may hold secrets and is only printed masked. */
    boolean holdsUrl() {
        return placeholder.equals("URL");
    }
}
