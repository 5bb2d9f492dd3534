package io.ethryx.server.cli;

import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.yaml.YamlFault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * The configuration of the replaced gateway as one of ours: what had no effect or is unknown is left out and told, what will act
 * differently is told, the rest is carried as it is and checked.
 *
 * @param text the configuration, empty if the old one can't be read
 * @param notes what was left out and what will act differently, a sentence each
 * @param faults what is wrong and has to be mended by hand
 */
record GatewayMigration(String text, List<String> notes, List<String> faults) {

    GatewayMigration {
        notes = List.copyOf(notes);
        faults = List.copyOf(faults);
    }

    /** Something that the old program read differently. */
    private record Change(String path, Predicate<Object> when, String note) {}

    private static final Predicate<Object> ON = Boolean.TRUE::equals;
    private static final String PROCESSOR = "proxy_config.processor.";
    private static final List<Change> CHANGES = List.of(
            new Change(
                    PROCESSOR + "block_range_query_limit.enable",
                    ON,
                    "was read and ignored; it limits calls from now on, look at its other keys"),
            new Change(
                    "proxy_config.observability.trace.enable",
                    ON,
                    "was read and ignored; spans are sent to otlp_endpoint from now on"),
            new Change(
                    PROCESSOR + "method_denied",
                    value -> value instanceof List<?> denied && denied.contains("txpool_content"),
                    "names single methods of txpool; txpool_* denies all of them"),
            new Change(
                    "proxy_config.etcd_prefix",
                    value -> !List.of("", "/").contains(value),
                    "was not stripped from keys before; keys below it are found from now on"));
    private static final List<String> ALWAYS = List.of(
            "admin routes answer loopback callers only; name admin.token_file for others, or set admin.open: true to leave"
                    + " them open to everyone",
            "batches are split over the pools that their elements need; batch.mode: whole keeps each with one node");

    static GatewayMigration of(String name, String text) {
        GatewayFile old = GatewayFile.parse(name, text);
        List<YamlFault> unreadable =
                old.faults().stream().filter(fault -> fault.key().isEmpty()).toList();
        if (!unreadable.isEmpty()) {
            return new GatewayMigration(
                    "", List.of(), unreadable.stream().map(YamlFault::sentence).toList());
        }
        Map<String, Object> tree = tree(name, text);
        List<String> notes = new ArrayList<>();
        old.warnings().forEach(warning -> drop(tree, warning, notes));
        old.faults().stream()
                .filter(fault -> fault.rule().equals("is no known key"))
                .forEach(fault -> drop(tree, fault, notes));
        CHANGES.stream()
                .filter(change -> change.when().test(value(tree, change.path())))
                .forEach(change -> notes.add(change.path() + " " + change.note()));
        notes.addAll(ALWAYS);
        String carried = dumped(tree);
        GatewayFile checked = GatewayFile.parse(name, carried);
        return new GatewayMigration(
                carried,
                notes,
                checked.faults().stream().map(YamlFault::sentence).toList());
    }

    /** Leaves a key out that did nothing; a warning about a value that works is only told. */
    private static void drop(Map<String, Object> tree, YamlFault about, List<String> notes) {
        boolean idle = List.of("has no effect", "is no known key").contains(about.rule());
        if (idle) {
            remove(tree, about.key());
        }
        notes.add(about.sentence() + (idle ? " (left out)" : ""));
    }

    private static Map<String, Object> tree(String name, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setSchema(new CoreSchema())
                .build();
        try {
            Object top = new Load(settings).loadFromString(text);
            return top == null ? new LinkedHashMap<>() : section(top);
        } catch (YamlEngineException e) {
            throw new IllegalStateException("what was read before can't be read again", e);
        }
    }

    @SuppressWarnings("unchecked") // the reader has refused keys that are no texts
    private static Map<String, Object> section(Object value) {
        return (Map<String, Object>) value;
    }

    private static Object value(Map<String, Object> tree, String path) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return tree.getOrDefault(path, "");
        }
        return tree.get(path.substring(0, dot)) instanceof Map<?, ?> below
                ? value(section(below), path.substring(dot + 1))
                : "";
    }

    private static void remove(Map<String, Object> tree, String path) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            tree.remove(path);
        } else if (tree.get(path.substring(0, dot)) instanceof Map<?, ?> below) {
            remove(section(below), path.substring(dot + 1));
            if (below.isEmpty() && !path.startsWith("proxy_config.")) {
                tree.remove(path.substring(0, dot));
            }
        }
    }

    private static String dumped(Map<String, Object> tree) {
        DumpSettings settings = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setSchema(new CoreSchema())
                .build();
        return tree.isEmpty() ? "{}\n" : new Dump(settings).dumpToString(tree);
    }
}
