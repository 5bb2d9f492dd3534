package io.ethryx.server.cli;

import static io.ethryx.server.cli.Fault.Kind.REFUSAL;
import static io.ethryx.server.cli.Fault.Kind.USAGE;

import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.config.SidecarSettings.ForwardedHeaders;
import io.ethryx.server.config.UpstreamUrl;
import io.ethryx.server.logging.LogFilter;
import io.ethryx.server.logging.LogLevel;
import io.ethryx.server.upstream.connect.UpstreamTls;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Makes settings of flag values, and refuses those that can't work together. */
final class SidecarReader {

    private final FlagValues values;
    private final Map<String, String> environment;

    SidecarReader(FlagValues values, Map<String, String> environment) {
        this.values = values;
        this.environment = environment;
    }

    /** The settings; only to be used if the flag values have no faults afterwards. */
    SidecarSettings read() {
        return new SidecarSettings(
                listening(), upstreams(), health(), limits(), lifecycle(), logging(), mocks(), List.of());
    }

    private SidecarSettings.Listening listening() {
        List<ListenAddress> addresses = values.list(SidecarFlag.LISTEN, REFUSAL, ListenAddress::parse);
        Optional<ListenAddress> metrics = values.optional(SidecarFlag.METRICS_LISTEN, REFUSAL, ListenAddress::parse);
        Set<String> seen = new HashSet<>();
        addresses.forEach(address -> refuseRepeated(SidecarFlag.LISTEN, address, seen));
        metrics.ifPresent(address -> refuseRepeated(SidecarFlag.METRICS_LISTEN, address, seen));
        return new SidecarSettings.Listening(addresses, metrics);
    }

    private void refuseRepeated(SidecarFlag flag, ListenAddress address, Set<String> seen) {
        if (address.port() != 0 && !seen.add(address.host() + " " + address.port())) {
            values.refuse(flag, address.text(), new InvalidSetting("is listened on already", "give each address once"));
        }
    }

    private SidecarSettings.Upstreams upstreams() {
        UpstreamUrl elHttp = values.one(SidecarFlag.EL_HTTP_URL, REFUSAL, UpstreamUrl::parse);
        UpstreamUrl elWs = values.one(SidecarFlag.EL_WS_URL, REFUSAL, UpstreamUrl::parseWebSocket);
        UpstreamUrl clBeacon = values.one(SidecarFlag.CL_BEACON_URL, REFUSAL, UpstreamUrl::parse);
        Optional<Path> caFile = values.optional(SidecarFlag.UPSTREAM_CA_FILE, USAGE, SidecarReader::path);
        Optional<UpstreamUrl> mevRelay = values.optional(SidecarFlag.CL_MEV_RELAY_URL, REFUSAL, UpstreamUrl::parse);
        if (elHttp.secure()
                || elWs.secure()
                || clBeacon.secure()
                || mevRelay.filter(UpstreamUrl::secure).isPresent()) {
            caFile.ifPresent(this::checkCertificates);
        }
        return new SidecarSettings.Upstreams(
                elHttp,
                elWs,
                clBeacon,
                mevRelay,
                values.list(SidecarFlag.CL_PATH_PREFIX, USAGE, FlagParsers::segment),
                caFile,
                duration(SidecarFlag.PROXY_TIMEOUT),
                values.one(
                        SidecarFlag.FORWARDED_HEADERS,
                        USAGE,
                        text -> FlagParsers.constant(text, ForwardedHeaders.class)),
                values.optional(SidecarFlag.OTEL_ENDPOINT, REFUSAL, SidecarReader::collector));
    }

    /** Looked at only where an upstream needs it. */
    private void checkCertificates(Path file) {
        try {
            UpstreamTls.check(file);
        } catch (IOException e) {
            values.refuse(
                    SidecarFlag.UPSTREAM_CA_FILE,
                    file.toString(),
                    new InvalidSetting(String.valueOf(e.getMessage()), "name a readable file of PEM certificates"));
        }
    }

    private static UpstreamUrl collector(String text) throws InvalidSetting {
        UpstreamUrl url = UpstreamUrl.parse(text);
        if (url.query().isPresent()) {
            throw new InvalidSetting("has a query", "leave it out; /v1/traces and /v1/metrics are appended");
        }
        return url;
    }

    private static Path path(String text) throws InvalidSetting {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new InvalidSetting("is no path of a file", "write a path such as /etc/ssl/extra.pem");
        }
    }

    private SidecarSettings.Health health() {
        Network network = values.one(SidecarFlag.NETWORK, USAGE, text -> FlagParsers.constant(text, Network.class));
        Duration interval = duration(SidecarFlag.HEALTH_POLL_INTERVAL);
        if (interval.isZero()) {
            values.refuse(
                    SidecarFlag.HEALTH_POLL_INTERVAL,
                    "0",
                    new InvalidSetting("would poll without a pause", "write more than 0, such as 5 or 500ms"));
        }
        return new SidecarSettings.Health(
                interval,
                duration(SidecarFlag.HEALTH_TIMEOUT),
                values.one(SidecarFlag.READYZ_FAILURE_THRESHOLD, USAGE, FlagParsers::count),
                values.one(SidecarFlag.READYZ_SUCCESS_THRESHOLD, USAGE, FlagParsers::count),
                on(SidecarFlag.READYZ_STRICT),
                on(SidecarFlag.READYZ_PAIR),
                values.one(SidecarFlag.EL_MAX_BLOCK_AGE_SECS, USAGE, FlagParsers::seconds),
                values.one(SidecarFlag.CL_MAX_SLOT_AGE_SECS, USAGE, FlagParsers::seconds),
                genesisTime(network),
                slotDuration(network));
    }

    private long genesisTime(Network network) {
        Optional<Long> given = values.optional(SidecarFlag.CL_GENESIS_TIME, USAGE, FlagParsers::unixTime);
        OptionalLong preset = network.genesisTime();
        if (given.isEmpty()
                && preset.isEmpty()
                && values.source(SidecarFlag.CL_GENESIS_TIME).isEmpty()) {
            refuseCustom("--cl-genesis-time (use 0 to disable slot-age check)");
        }
        return given.orElse(preset.orElse(0));
    }

    private Duration slotDuration(Network network) {
        Optional<Duration> given = values.optional(SidecarFlag.CL_SECONDS_PER_SLOT, USAGE, FlagParsers::seconds);
        Optional<Duration> preset = network.slotDuration();
        if (given.isEmpty()
                && preset.isEmpty()
                && values.source(SidecarFlag.CL_SECONDS_PER_SLOT).isEmpty()) {
            refuseCustom("--cl-seconds-per-slot");
        }
        return given.or(() -> preset).orElse(Duration.ZERO);
    }

    /** In the reference's words, which scripts look for. */
    private void refuseCustom(String missing) {
        values.refuse("--network custom requires " + missing);
    }

    private SidecarSettings.Limits limits() {
        Optional<Integer> maxWs = values.optional(SidecarFlag.MAX_WS_CONNECTIONS, USAGE, FlagParsers::count);
        Optional<Duration> wsIdle = values.optional(SidecarFlag.WS_IDLE_TIMEOUT, USAGE, FlagParsers::duration);
        return new SidecarSettings.Limits(
                values.one(SidecarFlag.MAX_REQUEST_HEAD, USAGE, FlagParsers::headSize),
                values.one(SidecarFlag.MAX_CONNECTIONS, USAGE, FlagParsers::count),
                maxWs.isPresent() ? OptionalLong.of(maxWs.get()) : OptionalLong.empty(),
                wsIdle.filter(idle -> !idle.isZero()));
    }

    private SidecarSettings.Lifecycle lifecycle() {
        return new SidecarSettings.Lifecycle(
                duration(SidecarFlag.SHUTDOWN_DELAY), duration(SidecarFlag.SHUTDOWN_GRACE));
    }

    private SidecarSettings.Logging logging() {
        List<String> levels = List.of("trace", "debug", "info", "warn", "error");
        LogLevel level = values.one(SidecarFlag.LOG_LEVEL, USAGE, text -> {
            FlagParsers.choice(text, levels);
            return FlagParsers.constant(text, LogLevel.class);
        });
        boolean accessLog = on(SidecarFlag.ACCESS_LOG);
        return new SidecarSettings.Logging(
                level, accessLog, on(SidecarFlag.ACCESS_LOG_EXTENDED), LogFilter.of(level, accessLog, environment));
    }

    private SidecarSettings.Mocks mocks() {
        return new SidecarSettings.Mocks(
                on(SidecarFlag.TRUST_UPSTREAM),
                on(SidecarFlag.MOCK_ETH_SYNCING),
                on(SidecarFlag.MOCK_PREPARE_BEACON_PROPOSER),
                on(SidecarFlag.MOCK_BEACON_COMMITTEE_SUBSCRIPTIONS),
                on(SidecarFlag.MOCK_SYNC_COMMITTEE_SUBSCRIPTIONS),
                on(SidecarFlag.MOCK_CL_NODE_HEALTH));
    }

    private Duration duration(SidecarFlag flag) {
        return values.one(flag, USAGE, FlagParsers::duration);
    }

    private boolean on(SidecarFlag flag) {
        return values.one(flag, USAGE, FlagParsers::bool);
    }
}
