package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive that users unpack: made by the script, unpacked where nothing may be written, started. */
@Timeout(180)
final class ReleaseIT {

    private static final Path ROOT = Path.of(System.getProperty("ethryx.root"));
    private static final Path RELEASES = ROOT.resolve("target/release");

    /** What a command printed, both streams, and how it ended. */
    private record Ran(int exit, String said) {}

    @Test
    void the_archive_unpacks_and_serves_from_a_folder_that_is_read_only(@TempDir Path folder) throws Exception {
        assertThat(run(ROOT, "scripts/release.sh").exit()).isZero();
        Path archive = RELEASES.resolve("ethryx.tar.gz");
        String name = only(RELEASES, ".tar.gz.sha256");
        assertThat(run(RELEASES, "sha256sum", "-c", name).said()).contains(": OK");
        assertThat(run(folder, "tar", "-xzf", archive.toString()).exit()).isZero();
        Path unpacked = folder.resolve(name.replace(".tar.gz.sha256", ""));
        assertThat(unpacked.resolve("man/ethryx.1")).exists();
        assertThat(unpacked.resolve("completion/ethryx.bash")).exists();
        assertThat(Files.readString(unpacked.resolve("lib/ethryx.cdx.json")))
                .contains("\"bomFormat\" : \"CycloneDX\"", "\"undertow-core\"");
        assertThat(unpacked.resolve("examples/config/systemd/ethryx-sidecar.service"))
                .exists();
        everyLinkLeadsSomewhere(unpacked.resolve("README.md"));
        assertThat(run(folder, "chmod", "-R", "a-w", unpacked.toString()).exit())
                .isZero();
        try {
            serves(unpacked.resolve("ethryx").toString());
        } finally {
            run(folder, "chmod", "-R", "u+w", unpacked.toString());
        }
    }

    private static void everyLinkLeadsSomewhere(Path page) throws IOException {
        Matcher links = Pattern.compile("]\\(([^)#:\\s]+)(#[^)]*)?\\)").matcher(Files.readString(page));
        while (links.find()) {
            assertThat(page.resolveSibling(links.group(1))).exists();
        }
    }

    private static void serves(String ethryx) throws Exception {
        assertThat(run(ROOT, ethryx, "--version").said()).contains("ethryx ");
        int port = freePort();
        try (RunningProcess sidecar =
                RunningProcess.start("release", List.of(ethryx, "sidecar", "--listen=127.0.0.1:" + port))) {
            Await.until(
                    () -> sidecar.lines().stream().anyMatch(line -> line.contains("\"listening\"")),
                    () -> String.join("\n", sidecar.lines()));
            try (RawClient client = RawClient.connect(port)) {
                client.send("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 ").endsWith("ok");
            }
            assertThat(sidecar.terminate(Duration.ofSeconds(30))).isZero();
        }
    }

    @Test
    void the_same_tree_gives_the_same_archive() throws Exception {
        assertThat(run(ROOT, "scripts/release.sh").exit()).isZero();
        String first = Files.readString(RELEASES.resolve(only(RELEASES, ".tar.gz.sha256")));
        assertThat(run(ROOT, "scripts/release.sh").exit()).isZero();
        assertThat(Files.readString(RELEASES.resolve(only(RELEASES, ".tar.gz.sha256"))))
                .isEqualTo(first);
    }

    @Test
    void a_tag_that_is_not_the_version_is_refused() throws Exception {
        Ran ran = run(ROOT, "scripts/release.sh", "v999.0.0");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.said()).contains("the tag is v999.0.0 and pom.xml says ", "; tag v");
    }

    @Test
    void haproxy_and_nginx_take_the_configurations_for_those_in_front() throws Exception {
        Path config = ROOT.resolve("examples/config");
        Ran haproxy = run(
                ROOT,
                "haproxy",
                "-c",
                "-f",
                config.resolve("haproxy/haproxy.cfg").toString());
        assertThat(haproxy.exit()).as(haproxy.said()).isZero();
        Ran nginx = run(
                ROOT,
                "nginx",
                "-t",
                "-q",
                "-c",
                config.resolve("nginx/nginx.conf").toString());
        assertThat(nginx.exit()).as(nginx.said()).isZero();
    }

    @Test
    void systemd_knows_every_word_of_the_units(@TempDir Path folder) throws Exception {
        String launcher = ROOT.resolve("ethryx").toString();
        for (String name : List.of("ethryx-sidecar.service", "ethryx-gateway.service")) {
            String unit =
                    Files.readString(ROOT.resolve("examples/config/systemd").resolve(name));
            Path copy = Files.writeString(folder.resolve(name), unit.replace("/opt/ethryx/ethryx", launcher));
            assertThat(run(folder, "systemd-analyze", "verify", "--man=no", copy.toString()))
                    .isEqualTo(new Ran(0, ""));
        }
    }

    @Test
    void the_image_adds_the_archive_and_starts_the_launcher_in_it() throws Exception {
        assertThat(run(ROOT, "scripts/release.sh").exit()).isZero();
        String image = Files.readString(ROOT.resolve("Dockerfile"));
        String archive = group(image, "(?m)^ADD (\\S+) /opt/$");
        assertThat(Files.readString(ROOT.resolve(".dockerignore"))).contains("!" + archive);
        String prepared = group(image, "mv /opt/ethryx-v\\* (\\S+) ");
        assertThat(image).contains("COPY --from=prepared " + prepared + " " + prepared);
        String entry = group(image, "ENTRYPOINT \\[\"" + prepared + "/([^\"]+)\"]");
        assertThat(run(ROOT, "tar", "-tzf", archive).said().lines())
                .anyMatch(file -> file.matches("ethryx-v[^/]+/" + entry));
    }

    private static String group(String text, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    private static String only(Path folder, String ending) throws IOException {
        try (var files = Files.list(folder)) {
            List<String> found = files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(ending))
                    .toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    private static Ran run(Path folder, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command)))
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // nginx stands where an ordinary user does not look
        builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException(String.join(" ", command) + " does not end; it said: " + said);
        }
        return new Ran(process.exitValue(), said);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
