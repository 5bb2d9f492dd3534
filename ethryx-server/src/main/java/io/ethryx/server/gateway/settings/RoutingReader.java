package io.ethryx.server.gateway.settings;

import io.ethryx.core.topology.ChainId;
import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.yaml.Section;
import io.ethryx.server.yaml.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads how calls find their pool. */
final class RoutingReader {

    private static final int WINDOW = 64;
    private static final String ROW = "write {index: 1}, {range: [0]} or none";

    private final Section section;

    RoutingReader(Section section) {
        this.section = section;
    }

    RoutingSettings read() {
        Map<String, RoutingSettings.Chain> chains = new LinkedHashMap<>();
        Map<String, String> spelt = new HashMap<>();
        section.section("chains").entries().forEach((chain, value) -> {
            chains.put(chain, chain(value.section()));
            refuseUnlessOne(chain, value, spelt);
        });
        Map<String, RoutingSettings.Row> methods = new LinkedHashMap<>();
        section.section("methods")
                .entries()
                .forEach((method, value) -> row(value).ifPresent(row -> methods.put(method, row)));
        RoutingSettings routing =
                new RoutingSettings(new Keys(section).count("state_window", 0, WINDOW), chains, methods);
        section.finish();
        return routing;
    }

    /** A chain has one entry, however its number is written. */
    private static void refuseUnlessOne(String chain, Value value, Map<String, String> spelt) {
        Optional<ChainId> id = ChainId.parse(chain);
        if (id.isEmpty()) {
            value.refuse("belongs to no chain id", "write a chain id, such as 1 or 0x38 or 1-v2");
            return;
        }
        String earlier = spelt.putIfAbsent(id.get().toString(), chain);
        if (earlier != null) {
            value.refuse("belongs to the same chain as the entry of " + earlier, "keep one of them");
        }
    }

    private static RoutingSettings.Chain chain(Section section) {
        Keys keys = new Keys(section);
        Optional<Long> window = keys.optional("state_window", Texts.whole(0, Integer.MAX_VALUE));
        RoutingSettings.Chain chain = new RoutingSettings.Chain(
                window.map(blocks -> OptionalInt.of(Math.toIntExact(blocks))).orElse(OptionalInt.empty()),
                keys.optional("probe", RoutingReader::probe),
                keys.optional("upstream_path", RoutingReader::path));
        section.finish();
        return chain;
    }

    private static String probe(String text) throws InvalidSetting {
        if (!text.matches("[a-zA-Z_][a-zA-Z0-9_]*")) {
            throw new InvalidSetting("is no name of a method", "write a method without parameters: eth_blockNumber");
        }
        return text;
    }

    private static String path(String text) throws InvalidSetting {
        if (!text.equals("client") && !text.matches("/[\\x21-\\x7e&&[^?#]]*")) {
            throw new InvalidSetting("is neither client nor a path", "write client, or a path such as /rpc");
        }
        return text;
    }

    private static Optional<RoutingSettings.Row> row(Value value) {
        if (!value.isMapping()) {
            return value.parsed(RoutingReader::none);
        }
        Section row = value.section();
        Optional<Long> index = new Keys(row).optional("index", Texts.whole(0, 31));
        List<Integer> range = row.value("range")
                .map(places -> places.list(true).stream()
                        .flatMap(place -> place.parsed(Texts.whole(0, 31)).stream())
                        .map(Math::toIntExact)
                        .toList())
                .orElse(List.of());
        boolean one = row.has("index") != row.has("range");
        row.finish();
        if (!one || (row.has("range") && (range.isEmpty() || range.size() > 2))) {
            value.refuse("does not say one place or one range", ROW);
            return Optional.empty();
        }
        return row.has("range")
                ? Optional.of(new RoutingSettings.Range(range))
                : index.map(place -> new RoutingSettings.Index(Math.toIntExact(place)));
    }

    private static RoutingSettings.Row none(String text) throws InvalidSetting {
        if (!text.equals("none")) {
            throw new InvalidSetting("is no place of a block parameter", ROW);
        }
        return new RoutingSettings.NoBlock();
    }
}
