import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program under test as a process, and what the system and its own pages tell of it. */
final class Sidecar implements AutoCloseable {

    private static final Pattern USED = Pattern.compile("(?i)(?:def ?new|tenured)(?: generation)? .*?used (\\d+)K");

    final int port;
    final Path log;
    private final Process process;

    Sidecar(String program, Path folder, String... flags) throws IOException, InterruptedException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        log = folder.resolve("sidecar.log");
        List<String> command = new ArrayList<>(List.of(program, "sidecar", "--listen=127.0.0.1:" + port));
        command.addAll(List.of(flags));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        long deadline = System.nanoTime() + 180_000_000_000L;
        while (!answersLivez()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IllegalStateException("the sidecar does not serve; it said: " + Files.readString(log));
            }
            Thread.sleep(100);
        }
    }

    private boolean answersLivez() {
        try (Wire wire = new Wire(port)) {
            return wire.send(Wire.get("/livez")).answer().body().equals("ok");
        } catch (IOException notYet) {
            return false;
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The value of a series of the metrics page; 0 if it is not there. */
    double metric(String series) throws IOException {
        try (Wire wire = new Wire(port)) {
            return wire.send(Wire.get("/metrics"))
                    .answer()
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(series + " "))
                    .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                    .findFirst()
                    .orElse(0);
        }
    }

    int descriptors() {
        return count("fd");
    }

    int threads() {
        return count("task");
    }

    private int count(String folder) {
        String[] names = new File("/proc/" + process.pid() + "/" + folder).list();
        return names == null ? 0 : names.length;
    }

    long rssKb() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
                .findFirst()
                .orElse(0);
    }

    /** What lives in the heap after full collections: of four that follow each other one leaves no dead wood. */
    long liveKb() throws IOException {
        for (int i = 0; i < 4; i++) {
            jcmd("GC.run");
        }
        Matcher used = USED.matcher(jcmd("GC.heap_info").replace('\n', ' '));
        long sum = 0;
        int places = 0;
        for (; used.find(); places++) {
            sum += Long.parseLong(used.group(1));
        }
        if (places != 2) {
            throw new IOException("the heap is not that of the serial collector: " + jcmd("GC.heap_info"));
        }
        return sum;
    }

    /** Which classes live in the heap, the heaviest first. */
    String heaviestClasses() throws IOException {
        return jcmd("GC.class_histogram").lines().limit(30).collect(java.util.stream.Collectors.joining("\n"));
    }

    private String jcmd(String command) throws IOException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process asked = new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), command)
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(asked.getInputStream(), StandardCharsets.UTF_8))) {
            StringBuilder said = new StringBuilder();
            out.lines().forEach(line -> said.append(line).append('\n'));
            return said.toString();
        }
    }

    /** Sends TERM and gives the exit code. */
    int terminate() throws InterruptedException {
        process.destroy();
        return process.waitFor(60, java.util.concurrent.TimeUnit.SECONDS) ? process.exitValue() : -1;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
