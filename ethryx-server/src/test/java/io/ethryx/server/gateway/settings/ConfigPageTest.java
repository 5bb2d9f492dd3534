package io.ethryx.server.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.settings.ConfigKey.Origin;
import io.ethryx.server.testing.ReferencePage;
import io.ethryx.server.yaml.YamlFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The table of keys under docs/reference, and that the reader does with each key what the table says. */
class ConfigPageTest {

    private static final String UNKNOWN = "qqqqqqqqqqqqqqqqqqqqqqqq";
    private static final Path EXAMPLES = Path.of("..", "examples", "config");

    static List<ConfigKey> keys() {
        return ConfigKeys.all();
    }

    static Stream<ConfigKey> working() {
        return keys().stream().filter(key -> key.origin() != Origin.DEAD);
    }

    private static GatewayFile read(String text) {
        return GatewayFile.parse("g.yaml", text);
    }

    private static GatewaySettings settings(String text) {
        GatewayFile file = read(text);
        assertThat(file.faults()).as(text).extracting(YamlFault::sentence).isEmpty();
        return file.settings().orElseThrow();
    }

    /** What a section says may stand in it when it is given a key that is not known. */
    private static Set<String> knownIn(String section) {
        String path = section.isEmpty() ? UNKNOWN : section + "." + UNKNOWN;
        ConfigKey asked = ConfigKey.own(path, ConfigKey.Form.ANYTHING, "", "1", "");
        Optional<String> remedy = read(asked.with("1")).faults().stream()
                .filter(fault -> fault.key().endsWith(UNKNOWN) && fault.remedy().contains("there may be "))
                .map(YamlFault::remedy)
                .findFirst();
        return remedy.map(text -> text.substring(text.indexOf("there may be ") + "there may be ".length()))
                .map(names -> (Set<String>) new TreeSet<>(Arrays.asList(names.split(", "))))
                .orElse(Set.of());
    }

    /** Sections and what stands directly in them, by the table. */
    private static Map<String, Set<String>> sections() {
        Map<String, Set<String>> sections = new TreeMap<>();
        for (ConfigKey key : keys()) {
            String path = key.path();
            while (!path.isEmpty()) {
                int dot = path.lastIndexOf('.');
                String section = dot < 0 ? "" : path.substring(0, dot);
                sections.computeIfAbsent(section, any -> new TreeSet<>()).add(path.substring(dot + 1));
                path = section;
            }
        }
        return sections;
    }

    @Test
    void every_key_that_the_reader_knows_is_in_the_table_and_no_other() {
        sections().forEach((section, names) -> {
            if (names.equals(Set.of("CHAIN")) || names.equals(Set.of("METHOD"))) {
                assertThat(knownIn(section)).as("%s takes any name", section).isEmpty();
            } else {
                assertThat(knownIn(section))
                        .as("keys of %s", section.isEmpty() ? "the top" : section)
                        .isEqualTo(names);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("working")
    void a_key_at_its_default_changes_nothing(ConfigKey key) {
        if (!key.usual().isEmpty()) {
            assertThat(settings(key.with(key.usual()))).isEqualTo(settings(key.without()));
        } else {
            assertThat(key.without()).as("a key without a default is absent").doesNotContain(key.name() + "\": \"\"");
        }
    }

    @ParameterizedTest
    @MethodSource("working")
    void a_key_at_another_value_makes_a_difference(ConfigKey key) {
        GatewayFile file = read(key.with(key.other()));
        assertThat(file.faults()).extracting(YamlFault::sentence).isEmpty();
        assertThat(file.warnings()).extracting(YamlFault::sentence).isEmpty();
        assertThat(file.settings().orElseThrow()).isNotEqualTo(settings(key.without()));
    }

    @ParameterizedTest
    @MethodSource("working")
    void a_value_of_another_form_is_refused_by_the_name_of_its_key(ConfigKey key) {
        for (String value : key.form().refused()) {
            assertThat(read(key.with(value)).faults())
                    .as(key.with(value))
                    .anySatisfy(fault -> assertThat(fault.key()).startsWith(sectionOf(key)));
        }
    }

    /** The key itself; a row of a method is refused as a whole where its parts don't fit together. */
    private static String sectionOf(ConfigKey key) {
        String path = key.path().startsWith("routing.methods.") ? key.section() : key.path();
        return ConfigKey.filled(path);
    }

    @Test
    void a_dead_key_is_warned_of_and_does_nothing() {
        for (ConfigKey key : keys()) {
            if (key.origin() == Origin.DEAD) {
                GatewayFile file = read(key.with(key.other()));
                assertThat(file.settings()).contains(settings(""));
                assertThat(file.warnings())
                        .extracting(YamlFault::key)
                        .as("%s", key.path())
                        .containsExactly(key.path());
            }
        }
    }

    @Test
    void every_key_stands_in_an_example_that_says_what_it_is_for() throws IOException {
        List<Object> examples = List.of(example("gateway.yaml"), example("gateway-etcd.yaml"));
        List<String> missing = working()
                .map(ConfigKey::path)
                .filter(path -> examples.stream().noneMatch(example -> holds(example, List.of(path.split("\\.")))))
                .toList();
        assertThat(missing).as("keys in no file of examples/config").isEmpty();
    }

    private static Object example(String name) throws IOException {
        return new Load(LoadSettings.builder().build()).loadFromString(Files.readString(EXAMPLES.resolve(name)));
    }

    private static boolean holds(Object value, List<String> path) {
        if (path.isEmpty()) {
            return true;
        }
        if (!(value instanceof Map<?, ?> mapping)) {
            return false;
        }
        String name = path.get(0);
        List<Object> below = new ArrayList<>();
        if (name.equals("CHAIN") || name.equals("METHOD")) {
            below.addAll(mapping.values());
        } else if (mapping.containsKey(name)) {
            below.add(mapping.get(name));
        }
        return below.stream().anyMatch(each -> holds(each, path.subList(1, path.size())));
    }

    @Test
    void the_page_of_keys_is_that_of_the_code() throws IOException {
        StringBuilder page = new StringBuilder("""
            # Keys of the gateway's configuration

            Made from the code and compared with it by a test. Reasons and a whole file: [gateway.yaml](../../examples/config/gateway.yaml). A key that is in none of these rows is an error.
            CHAIN and METHOD are names of your own. Durations: whole seconds, or numbers with `ms`, `s`, `m`, `h`. Sizes: bytes, or a number with `KiB`, `MiB`, `GiB`.

            **From**: `kept` is a key of the program that Ethryx replaces, at the same place; `own` is new; `dead` did nothing there and does nothing here.
            **Without a restart**: the file itself is read once, at the start; what can be changed while the gateway serves says by what.

            | Key | Value | Default | From | Without a restart | What it does |
            |---|---|---|---|---|---|
            """);
        for (ConfigKey key : keys()) {
            page.append("| `")
                    .append(key.path())
                    .append("` | ")
                    .append(key.form().text())
                    .append(" | ")
                    .append(key.usual().isEmpty() ? "none" : '`' + key.usual() + '`')
                    .append(" | ")
                    .append(key.origin().name().toLowerCase(Locale.ROOT))
                    .append(" | ")
                    .append(key.live())
                    .append(" | ")
                    .append(key.meaning())
                    .append(" |\n");
        }
        ReferencePage.same("gateway-config.md", page.toString());
    }
}
