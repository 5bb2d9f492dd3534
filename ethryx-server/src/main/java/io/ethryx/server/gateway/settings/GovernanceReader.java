package io.ethryx.server.gateway.settings;

import io.ethryx.server.yaml.Section;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code proxy_config.processor}. */
final class GovernanceReader {

    private static final List<String> DENIED = List.of("eth_newPendingTransactionFilter", "txpool_*");
    private static final String NAME = "^[a-zA-Z_][a-zA-Z0-9_]*$";

    private final Section section;

    GovernanceReader(Section section) {
        this.section = section;
    }

    GovernanceSettings read() {
        GovernanceSettings governance = new GovernanceSettings(
                section.has("method_denied") ? new Keys(section).texts("method_denied") : usualDenied(),
                names(section.section("method_name_checker")),
                limiter(section.section("rate_limiter")),
                blocks(section.section("block_range_query_limit")),
                mirror(section.section("request_mirror")),
                slow(section.section("observability_log")));
        section.finish();
        return governance;
    }

    private List<String> usualDenied() {
        section.value("method_denied");
        return DENIED;
    }

    private static Optional<GovernanceSettings.NameCheck> names(Section section) {
        Keys keys = new Keys(section);
        boolean enabled = keys.on("enable", false);
        GovernanceSettings.NameCheck check =
                new GovernanceSettings.NameCheck(keys.text("regexp").orElse(NAME), keys.text("denied_regexp"));
        section.finish();
        return enabled ? Optional.of(check) : Optional.empty();
    }

    private static GovernanceSettings.Limiter limiter(Section section) {
        Keys keys = new Keys(section);
        Map<String, Double> rates = new LinkedHashMap<>();
        section.section("rpc_methods").entries().forEach((method, value) -> {
            if (method.isEmpty()) {
                return;
            }
            value.parsed(Texts::decimal).ifPresent(rate -> {
                if (rate == 0) {
                    value.warn("limits nothing", "leave it out, or deny the method with method_denied");
                } else {
                    rates.put(method, rate);
                }
            });
        });
        GovernanceSettings.Limiter limiter = new GovernanceSettings.Limiter(
                rates,
                keys.byName("burst", Texts::decimal),
                keys.read("per", Texts.choice(GovernanceSettings.Per.class), GovernanceSettings.Per.PROCESS));
        section.finish();
        return limiter;
    }

    private static GovernanceSettings.BlockLimit blocks(Section section) {
        Keys keys = new Keys(section);
        GovernanceSettings.BlockLimit limit = new GovernanceSettings.BlockLimit(
                keys.on("enable", false),
                keys.on("hash_block_enable", false),
                keys.read("recent_blocks", Texts.whole(0, Long.MAX_VALUE), 0L),
                keys.on("rewrite_to_latest", false),
                keys.read("max_range", Texts.whole(0, Long.MAX_VALUE), 0L));
        section.finish();
        return limit;
    }

    private static GovernanceSettings.Mirror mirror(Section section) {
        Keys keys = new Keys(section);
        GovernanceSettings.Mirror mirror = new GovernanceSettings.Mirror(
                keys.on("enable", false),
                keys.read("sample_ratio", Texts.share(), 1.0),
                keys.on("forward_credentials", false),
                keys.on("mirror_writes", false),
                keys.count("queue", 1, 1_024),
                keys.count("concurrency", 1, 64));
        section.finish();
        return mirror;
    }

    private static GovernanceSettings.SlowLog slow(Section section) {
        Keys keys = new Keys(section);
        Section threshold = section.section("slow_threshold");
        Keys times = new Keys(threshold);
        GovernanceSettings.SlowLog slow = new GovernanceSettings.SlowLog(
                keys.on("enable", false),
                keys.on("enable_error_log", false),
                new MethodTimes(times.millis("default", 500), times.millisByName("rpc_methods")));
        threshold.finish();
        section.finish();
        return slow;
    }
}
