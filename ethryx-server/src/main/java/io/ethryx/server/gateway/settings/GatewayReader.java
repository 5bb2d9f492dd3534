package io.ethryx.server.gateway.settings;

import io.ethryx.routing.SubmittingMethods;
import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.config.SidecarSettings.ForwardedHeaders;
import io.ethryx.server.config.UpstreamUrl;
import io.ethryx.server.logging.LogFilter;
import io.ethryx.server.yaml.Section;
import io.ethryx.server.yaml.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the top of the file; its larger sections have readers of their own. */
final class GatewayReader {

    private static final String DEAD = "the program that Ethryx replaces read it and did nothing with it";
    private static final Set<String> LEVELS = Set.of("debug", "info", "warn", "error");
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final Section top;
    private final Keys keys;

    GatewayReader(Section top) {
        this.top = top;
        this.keys = new Keys(top);
    }

    GatewaySettings read() {
        Section proxy = top.section("proxy_config");
        Section observability = proxy.section("observability");
        ProxyReader proxies = new ProxyReader(proxy);
        GatewaySettings settings = new GatewaySettings(
                listening(),
                new DiscoveryReader(top, proxy).read(),
                new RoutingReader(top.section("routing")).read(),
                proxies.selection(),
                proxies.upstream(),
                proxies.probing(),
                batch(top.section("batch")),
                retry(top.section("retry")),
                new GovernanceReader(proxy.section("processor")).read(),
                limits(top.section("limits")),
                lifecycle(top.section("lifecycle")),
                admin(top.section("admin")),
                cors(top.section("cors")),
                keys.read("forwarded_headers", Texts.choice(ForwardedHeaders.class), ForwardedHeaders.APPEND),
                new UsageReader(top.section("usage")).read(),
                logging(observability.section("log")),
                tracing(observability.section("trace")));
        observability.dead(DEAD, "metric", "static_resource");
        observability.finish();
        proxies.finish(DEAD);
        top.finish();
        return settings;
    }

    private GatewaySettings.Listening listening() {
        List<ListenAddress> rpc =
                top.value("listen").map(GatewayReader::addresses).orElseGet(() -> List.of(everywhere(8663)));
        return new GatewaySettings.Listening(rpc, keys.read("metric_listen", ListenText::parse, everywhere(8664)));
    }

    private static List<ListenAddress> addresses(Value value) {
        List<Value> elements = value.list(true);
        if (elements.isEmpty() && value.isList()) {
            value.refuse("is a list of nothing", "name a port, such as 8663, or leave the key out");
        }
        return elements.stream()
                .flatMap(element -> element.parsed(ListenText::parse).stream())
                .toList();
    }

    private static ListenAddress everywhere(int port) {
        return new ListenAddress("0.0.0.0:" + port, "0.0.0.0", port);
    }

    private static GatewaySettings.Batch batch(Section section) {
        Keys keys = new Keys(section);
        boolean split = keys.read("mode", Texts.choice(BatchMode.class), BatchMode.SPLIT) == BatchMode.SPLIT;
        GatewaySettings.Batch batch = new GatewaySettings.Batch(split, keys.count("max_size", 1, 1_000));
        section.finish();
        return batch;
    }

    private enum BatchMode {
        SPLIT,
        WHOLE
    }

    private static RetrySettings retry(Section section) {
        Keys keys = new Keys(section);
        Map<String, RetrySettings.Hedge> hedges = new LinkedHashMap<>();
        section.section("hedge").entries().forEach((method, value) -> {
            Section hedge = value.section();
            new Keys(hedge).optional("after", GatewayReader::hedge).ifPresent(after -> hedges.put(method, after));
            if (SubmittingMethods.contains(method)) {
                value.warn("belongs to a method whose call never goes to two nodes", "leave " + method + " out");
            }
            if (!hedge.has("after") && value.isMapping()) {
                value.refuse("says no time", "write {after: p95} or {after: 50ms}");
            }
            hedge.finish();
        });
        RetrySettings retry = new RetrySettings(keys.count("max_attempts", 1, 3), hedges);
        section.finish();
        return retry;
    }

    private static RetrySettings.Hedge hedge(String text) throws InvalidSetting {
        if (text.equals("p95")) {
            return new RetrySettings.Hedge(Optional.empty());
        }
        Duration after = Texts.duration(text);
        if (after.isZero()) {
            throw new InvalidSetting("is no time to wait", "write a time above zero, such as 50ms, or p95");
        }
        return new RetrySettings.Hedge(Optional.of(after));
    }

    private GatewaySettings.Limits limits(Section section) {
        Keys below = new Keys(section);
        Optional<Long> inFlight = section.value("in_flight_bytes")
                .filter(value -> !value.text().orElse("").equals("auto"))
                .flatMap(value -> value.parsed(Texts::size));
        GatewaySettings.Limits limits = new GatewaySettings.Limits(
                keys.read("max_body_bytes", Texts::someBytes, 4L << 20),
                below.count("max_connections", 1, 10_000),
                inFlight.map(OptionalLong::of).orElse(OptionalLong.empty()));
        section.finish();
        return limits;
    }

    private static GatewaySettings.Lifecycle lifecycle(Section section) {
        Keys keys = new Keys(section);
        GatewaySettings.Lifecycle lifecycle = new GatewaySettings.Lifecycle(
                keys.duration("shutdown_delay", Duration.ZERO), keys.duration("shutdown_grace", GRACE));
        section.finish();
        return lifecycle;
    }

    private static GatewaySettings.Admin admin(Section section) {
        Keys keys = new Keys(section);
        Optional<ListenAddress> listen = section.value("listen")
                .filter(value -> !value.text().orElse("").isEmpty())
                .flatMap(value -> value.parsed(ListenText::parse));
        Optional<String> token = keys.text("token_file");
        boolean open = keys.on("open", false);
        if (open && token.isPresent()) {
            section.value("open")
                    .ifPresent(value -> value.refuse("is set beside token_file", "leave one of the two out"));
        }
        GatewaySettings.Admin admin = new GatewaySettings.Admin(listen, token, open, keys.text("audit_log"));
        section.finish();
        return admin;
    }

    private static List<String> cors(Section section) {
        List<String> origins = section.value("allowed_origins")
                .map(value -> value.list(true).stream()
                        .flatMap(element -> element.parsed(Texts::origin).stream())
                        .toList())
                .orElse(List.of());
        section.finish();
        return origins;
    }

    private GatewaySettings.Logging logging(Section section) {
        Section sampling = section.section("sampling");
        Keys below = new Keys(sampling);
        GatewaySettings.Logging logging = new GatewaySettings.Logging(
                level(),
                filter(),
                keys.on("access_log", false),
                new GatewaySettings.Sampling(
                        below.on("enable", true), below.count("initial", 0, 100), below.count("thereafter", 0, 100)));
        sampling.finish();
        section.dead(DEAD, "enable", "endpoint");
        section.finish();
        return logging;
    }

    private Optional<String> filter() {
        Optional<String> filter = keys.text("log_filter");
        Optional<Value> value = top.value("log_filter");
        filter.flatMap(LogFilter::malformed)
                .ifPresent(element -> value.orElseThrow()
                        .refuse(
                                "has an element that is no level and no target=level: " + element,
                                "write a list such as info,ethryx::health=debug"));
        filter.flatMap(LogFilter::doubtful)
                .ifPresent(word -> value.orElseThrow()
                        .warn(
                                "has " + word + ", which is no level and counts as a target at trace",
                                "write off, error, warn, info, debug or trace, or target=level"));
        return filter;
    }

    private String level() {
        Optional<Value> value = top.value("log_level");
        String level = value.flatMap(Value::text)
                .map(text -> text.trim().toLowerCase(Locale.ROOT))
                .orElse("");
        if (level.equals("warning")) {
            return "warn";
        }
        if (!level.isEmpty() && !LEVELS.contains(level)) {
            value.orElseThrow().warn("is no level and counts as info", "write debug, info, warn or error");
        }
        return LEVELS.contains(level) ? level : "info";
    }

    private static GatewaySettings.Tracing tracing(Section section) {
        Keys keys = new Keys(section);
        boolean enabled = keys.on("enable", false);
        Optional<UpstreamUrl> endpoint = section.value("otlp_endpoint")
                .filter(value -> !value.text().orElse("").isEmpty())
                .flatMap(value -> value.parsed(UpstreamUrl::parse));
        boolean named = section.has("otlp_endpoint");
        double ratio = keys.read("sampling_ratio", Texts.share(), 0.1);
        if (enabled && endpoint.isEmpty() && !named) {
            section.value("enable")
                    .ifPresent(value -> value.refuse(
                            "needs otlp_endpoint", "name a collector, such as otlp_endpoint: http://127.0.0.1:4318"));
        }
        section.finish();
        return new GatewaySettings.Tracing(enabled ? endpoint : Optional.empty(), ratio);
    }
}
