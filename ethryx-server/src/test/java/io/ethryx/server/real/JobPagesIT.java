package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Does what the pages of docs/jobs tell their readers to do, before the simulated nodes of {@code ethryx demo} and a real etcd, and
 * compares what is printed with what they show. A command whose effect takes a moment is run again until it does.
 */
@Timeout(300)
final class JobPagesIT {

    private static final Path ROOT = Path.of(System.getProperty("ethryx.root"));

    /** The page's own listeners, each of which becomes a free port. */
    private static final List<String> OWN = List.of("8547", "9547", "8663", "8664");

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static RunningProcess demo;

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/jobs"))) {
            return files
                    .filter(file -> file.toString().endsWith(".md") && !file.endsWith("embed.md"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @BeforeAll
    static void startNodes() throws Exception {
        demo = RunningProcess.start("job-pages", List.of(ROOT.resolve("ethryx").toString(), "demo", "--port", "0"));
        Await.until(() -> said().contains("Ctrl-C"), JobPagesIT::said);
    }

    @AfterAll
    static void stopNodes() throws Exception {
        demo.close();
    }

    private static String said() {
        return String.join("\n", demo.lines());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void what_a_page_says_happens(Path page, @TempDir Path folder) throws Exception {
        JobPage steps = JobPage.read(page);
        assertThat(steps.steps()).as("steps").isNotEmpty();
        String whole = Files.readString(page);
        try (Links links = new Links(folder, List.of("ethryx", "examples"));
                EtcdProcess etcd = EtcdProcess.in(folder.resolve("etcd"));
                PageShell shell = new PageShell(folder)) {
            if (whole.contains("127.0.0.1:2379")) {
                etcd.start();
            }
            Map<String, String> here = here(etcd);
            for (JobPage.Step step : steps.steps()) {
                if (step instanceof JobPage.Write file) {
                    Files.writeString(folder.resolve(file.name()), translated(file.content(), here));
                } else if (step instanceof JobPage.Run run) {
                    follow(shell, run, here);
                }
            }
        }
    }

    /** What a page takes from the checkout, as long as it is followed. */
    private record Links(Path folder, List<String> names) implements AutoCloseable {

        private Links {
            for (String name : names) {
                link(folder.resolve(name), ROOT.resolve(name));
            }
        }

        private static void link(Path from, Path to) {
            try {
                Files.createSymbolicLink(from, to);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            for (String name : names) {
                Files.delete(folder.resolve(name));
            }
        }
    }

    private static void follow(PageShell shell, JobPage.Run run, Map<String, String> here) {
        JobPage.Run translated = new JobPage.Run(translated(run.command(), here), translated(run.shown(), here));
        StringBuilder last = new StringBuilder();
        Await.until(
                PATIENCE,
                () -> {
                    last.setLength(0);
                    last.append(shell(shell, translated.command()));
                    return translated.matches(last.toString());
                },
                () -> "$ " + translated.command() + "\nis to print\n" + translated.shown() + "\nand prints\n" + last);
    }

    private static String shell(PageShell shell, String command) {
        try {
            return shell.run(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the pages call their things, by pattern, and what they are here. */
    private static Map<String, String> here(EtcdProcess etcd) throws IOException {
        Map<String, String> here = new LinkedHashMap<>();
        for (Map.Entry<String, String> node :
                Map.of("1", "s1", "2", "a1", "3", "n1").entrySet()) {
            String port = simulated("node " + node.getValue() + " http");
            String quad = "10\\.0\\.0\\." + node.getKey();
            here.put("address: " + quad + ", port: 8545\\b", "address: 127.0.0.1, port: " + port);
            here.put("\"address\":\"" + quad + "\",\"port\":8545\\b", "\"address\":\"127.0.0.1\",\"port\":" + port);
        }
        here.put("127\\.0\\.0\\.1:8545\\b", "127.0.0.1:" + simulated("EL http"));
        here.put("127\\.0\\.0\\.1:8546\\b", "127.0.0.1:" + simulated("\\(JSON-RPC\\), ws"));
        here.put("127\\.0\\.0\\.1:5052\\b", "127.0.0.1:" + simulated("CL http"));
        here.put("127\\.0\\.0\\.1:2379\\b", etcd.url().replace("http://", ""));
        for (String port : OWN) {
            here.put("\\b" + port + "\\b", Integer.toString(freePort()));
        }
        return here;
    }

    private static String simulated(String before) {
        Matcher found = Pattern.compile(before + "://127\\.0\\.0\\.1:(\\d+)").matcher(said());
        assertThat(found.find()).as(before).isTrue();
        return found.group(1);
    }

    private static String translated(String text, Map<String, String> here) {
        String all = text;
        for (Map.Entry<String, String> each : here.entrySet()) {
            all = all.replaceAll(each.getKey(), each.getValue());
        }
        return all;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
