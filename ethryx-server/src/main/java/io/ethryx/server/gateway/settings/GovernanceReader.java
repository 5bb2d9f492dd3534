package io.ethryx.server.gateway.settings;

import io.ethryx.governance.DenyList;
import io.ethryx.governance.NameCheck;
import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.yaml.Section;
import io.ethryx.server.yaml.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/** Reads {@code proxy_config.processor}. */
final class GovernanceReader {

    private final Section section;

    GovernanceReader(Section section) {
        this.section = section;
    }

    GovernanceSettings read() {
        GovernanceSettings governance = new GovernanceSettings(
                denied(),
                names(section.section("method_name_checker")),
                limiter(section.section("rate_limiter")),
                blocks(section.section("block_range_query_limit")),
                mirror(section.section("request_mirror")),
                slow(section.section("observability_log")));
        section.finish();
        return governance;
    }

    private List<String> denied() {
        Optional<Value> given = section.value("method_denied");
        if (!section.has("method_denied")) {
            return DenyList.DEFAULT;
        }
        return given.map(value -> value.list(true).stream()
                        .flatMap(entry -> entry.parsed(GovernanceReader::denied).stream())
                        .toList())
                .orElse(List.of());
    }

    private static String denied(String entry) throws InvalidSetting {
        try {
            DenyList.of(List.of(entry));
            return entry;
        } catch (IllegalArgumentException e) {
            throw new InvalidSetting(
                    "is neither a method's name nor the beginning of one and *", "write eth_call, or txpool_*");
        }
    }

    /** A pattern that counts as absent when it is blank. */
    private static Optional<String> pattern(Keys keys, String key) {
        return keys.optional(key, text -> text.isBlank() ? "" : pattern(text.trim()))
                .filter(text -> !text.isEmpty());
    }

    private static String pattern(String text) throws InvalidSetting {
        try {
            new NameCheck(text, null);
            return text;
        } catch (PatternSyntaxException e) {
            throw new InvalidSetting(
                    "is no regular expression (" + e.getDescription() + " at " + Math.max(0, e.getIndex()) + ")",
                    "write one such as " + NameCheck.DEFAULT);
        }
    }

    private static Optional<GovernanceSettings.NameCheck> names(Section section) {
        Keys keys = new Keys(section);
        boolean enabled = keys.on("enable", false);
        GovernanceSettings.NameCheck check = new GovernanceSettings.NameCheck(
                pattern(keys, "regexp").orElse(NameCheck.DEFAULT), pattern(keys, "denied_regexp"));
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
