package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The configurations under examples/config that people copy: each is given to the product's own readers, so that none can rot. */
class CopiedConfigurationsTest {

    private static final Path FOLDER = Path.of("..", "examples", "config");

    static Stream<Path> units() throws IOException {
        return files("systemd", ".service");
    }

    static Stream<Path> compositions() throws IOException {
        return files("compose", ".yaml");
    }

    static Stream<Path> manifests() throws IOException {
        return files("kubernetes", ".yaml");
    }

    private static Stream<Path> files(String folder, String ending) throws IOException {
        try (Stream<Path> all = Files.list(FOLDER.resolve(folder))) {
            List<Path> found = all.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
            assertThat(found).isNotEmpty();
            return found.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("units")
    void a_unit_starts_ethryx_with_arguments_that_it_takes_and_waits_for_its_drain(Path file) throws IOException {
        String unit = Files.readString(file).replace("\\\n", " ");
        List<String> words = List.of(setting(unit, "ExecStart").split("\\s+"));
        assertThat(words.get(0)).isEqualTo("/opt/ethryx/ethryx");
        assertThat(unit)
                .contains("ProtectSystem=strict", "ProtectHome=true", "NoNewPrivileges=true", "Restart=on-failure");
        Duration patience = Duration.ofSeconds(Long.parseLong(setting(unit, "TimeoutStopSec")));
        if (words.get(1).equals("sidecar")) {
            assertThat(stopping(sidecar(words.subList(1, words.size()), Map.of())))
                    .isLessThan(patience);
        } else {
            assertThat(words.subList(1, words.size()))
                    .containsExactly("gateway", "--config", "/etc/ethryx/gateway.yaml");
            assertThat(setting(unit, "ExecStartPre")).endsWith("ethryx check --config /etc/ethryx/gateway.yaml");
            assertThat(stopping(gateway(Files.readString(FOLDER.resolve("gateway.yaml")))))
                    .isLessThan(patience);
        }
    }

    private static String setting(String unit, String name) {
        Matcher found = Pattern.compile("(?m)^" + name + "=(.*)$").matcher(unit);
        assertThat(found.find()).as(name).isTrue();
        return found.group(1).trim();
    }

    @ParameterizedTest
    @MethodSource("compositions")
    void a_composition_starts_ethryx_with_settings_that_it_takes_and_waits_for_its_drain(Path file) throws IOException {
        Map<String, Object> whole = map(documents(Files.readString(file)).get(0));
        int seen = 0;
        for (Object one : map(whole.get("services")).values()) {
            Map<String, Object> service = map(one);
            if (service.get("image").equals("ethryx:latest")) {
                seen++;
                Duration patience = seconds(service.get("stop_grace_period"));
                List<String> command = strings(service.get("command"));
                Map<String, String> environment = texts(service.getOrDefault("environment", Map.of()));
                if (command.get(0).equals("sidecar")) {
                    assertThat(stopping(sidecar(command, environment))).isLessThan(patience);
                } else {
                    assertThat(command).containsExactly("gateway", "--config=/etc/ethryx/gateway.yaml");
                    Object embedded =
                            map(map(whole.get("configs")).get("gateway")).get("content");
                    assertThat(stopping(gateway((String) embedded))).isLessThan(patience);
                }
                assertThat(service).containsEntry("read_only", true);
            }
        }
        assertThat(seen).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void a_manifest_fits_together_probes_ports_grace_and_labels(Path file) throws IOException {
        List<Map<String, Object>> all = documents(Files.readString(file)).stream()
                .map(CopiedConfigurationsTest::map)
                .toList();
        Map<String, Object> workload = all.stream()
                .filter(one -> List.of("Deployment", "StatefulSet").contains(one.get("kind")))
                .findFirst()
                .orElseThrow();
        Map<String, Object> template = map(map(workload.get("spec")).get("template"));
        Map<String, Object> pod = map(template.get("spec"));
        Map<String, Object> container = map(((List<?>) pod.get("containers")).get(0));
        Duration patience = Duration.ofSeconds(((Number) pod.get("terminationGracePeriodSeconds")).longValue());
        List<String> arguments = strings(container.get("args"));
        Map<String, Integer> ports = new TreeMap<>();
        ((List<?>) container.get("ports"))
                .forEach(port -> ports.put(
                        (String) map(port).get("name"), (Integer) map(port).get("containerPort")));
        if (arguments.get(0).equals("sidecar")) {
            SidecarSettings settings = sidecar(arguments, Map.of());
            assertThat(settings.listening().addresses().get(0).port()).isEqualTo(ports.get("rpc"));
            assertThat(stopping(settings)).isLessThan(patience);
            nodesOutlive(stopping(settings), (List<?>) pod.get("containers"));
        } else {
            GatewaySettings settings =
                    gateway((String) map(kind(all, "ConfigMap").get("data")).get("gateway.yaml"));
            assertThat(settings.listening().rpc().get(0).port()).isEqualTo(ports.get("rpc"));
            assertThat(settings.listening().metrics().port()).isEqualTo(ports.get("metrics"));
            assertThat(stopping(settings)).isLessThan(patience);
        }
        Map<String, String> probes = Map.of(
                "startupProbe", "/livez",
                "livenessProbe", "/livez",
                "readinessProbe", "/readyz");
        probes.forEach((probe, path) -> {
            Map<String, Object> asked = map(map(container.get(probe)).get("httpGet"));
            assertThat(asked).containsEntry("path", path);
            assertThat(ports).containsKey((String) asked.get("port"));
        });
        Object labels = map(template.get("metadata")).get("labels");
        assertThat(map(map(workload.get("spec")).get("selector"))).containsEntry("matchLabels", labels);
        assertThat(map(kind(all, "Service").get("spec"))).containsEntry("selector", labels);
        assertThat(map(map(kind(all, "PodDisruptionBudget").get("spec")).get("selector")))
                .containsEntry("matchLabels", labels);
        assertThat(map(map(kind(all, "ServiceMonitor").get("spec")).get("selector")))
                .containsEntry("matchLabels", labels);
    }

    /** A pod stops all its containers at the same time; calls in flight still need the nodes. */
    private static void nodesOutlive(Duration drain, List<?> containers) {
        for (Object node : containers.subList(1, containers.size())) {
            Map<String, Object> stop = map(map(map(node).get("lifecycle")).get("preStop"));
            List<String> command = strings(map(stop.get("exec")).get("command"));
            assertThat(command).hasSize(2).startsWith("sleep");
            assertThat(Duration.ofSeconds(Long.parseLong(command.get(1)))).isGreaterThan(drain);
        }
    }

    @Test
    void those_in_front_ask_readyz_and_know_the_sidecars_port() throws IOException {
        assertThat(Files.readString(FOLDER.resolve("haproxy/haproxy.cfg")))
                .contains("GET /readyz", ":8547", "proto h2");
        assertThat(Files.readString(FOLDER.resolve("nginx/nginx.conf"))).contains(":8547", "proxy_http_version 1.1");
        String envoy = Files.readString(FOLDER.resolve("envoy/envoy.yaml"));
        assertThat(map(documents(envoy).get(0))).containsKey("static_resources");
        assertThat(envoy).contains("path: /readyz", "port_value: 8547");
    }

    private static SidecarSettings sidecar(List<String> arguments, Map<String, String> environment) {
        CommandRun run = CommandRun.in(environment, arguments.toArray(String[]::new));
        assertThat(run.faults()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(CommandRun.STARTED);
        return run.settings();
    }

    private static GatewaySettings gateway(String text) {
        GatewayFile file = GatewayFile.parse("gateway.yaml", text);
        assertThat(file.faults()).isEmpty();
        assertThat(file.warnings()).isEmpty();
        return file.settings().orElseThrow();
    }

    private static Duration stopping(SidecarSettings settings) {
        return settings.lifecycle().shutdownDelay().plus(settings.lifecycle().shutdownGrace());
    }

    private static Duration stopping(GatewaySettings settings) {
        return settings.lifecycle().shutdownDelay().plus(settings.lifecycle().shutdownGrace());
    }

    private static Map<String, Object> kind(List<Map<String, Object>> all, String kind) {
        return all.stream()
                .filter(one -> kind.equals(one.get("kind")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind));
    }

    private static List<Object> documents(String text) {
        return StreamSupport.stream(
                        new Load(LoadSettings.builder().build())
                                .loadAllFromString(text)
                                .spliterator(),
                        false)
                .toList();
    }

    @SuppressWarnings("unchecked") // keys of these files are texts
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    private static List<String> strings(Object value) {
        List<String> words = new ArrayList<>();
        ((List<?>) value).forEach(word -> words.add((String) word));
        return words;
    }

    private static Map<String, String> texts(Object value) {
        Map<String, String> texts = new TreeMap<>();
        map(value).forEach((name, text) -> texts.put(name, (String) text));
        return texts;
    }

    private static Duration seconds(Object text) {
        assertThat((String) text).endsWith("s");
        return Duration.ofSeconds(Arrays.stream(((String) text).split("s"))
                .mapToLong(Long::parseLong)
                .sum());
    }
}
