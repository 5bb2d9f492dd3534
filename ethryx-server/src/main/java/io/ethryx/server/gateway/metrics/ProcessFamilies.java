package io.ethryx.server.gateway.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The process under the names that Prometheus' own client libraries give it. What the system does not tell is left out; memory
 * and files are told by Linux alone.
 *
 * @see <a href="https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics">process metrics</a>
 */
final class ProcessFamilies implements MetricFamilies {

    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s*(\\d+) kB");
    private static final Pattern VIRTUAL = Pattern.compile("VmSize:\\s*(\\d+) kB");
    private static final Pattern MOST_FILES = Pattern.compile("Max open files\\s+(\\d+)");
    private static final long KIBI = 1_024;
    private static final double NANOS_A_SECOND = 1e9;
    private static final double MILLIS_A_SECOND = 1e3;

    private final Path self;

    ProcessFamilies(Path self) {
        this.self = self;
    }

    ProcessFamilies() {
        this(Path.of("/proc/self"));
    }

    @Override
    public void writeTo(PageText page) {
        ProcessHandle.Info process = ProcessHandle.current().info();
        String cpu = "process_cpu_seconds_total";
        page.family(cpu, PageText.Type.COUNTER, "User and system CPU time in seconds.");
        page.sample(cpu, "", process.totalCpuDuration().orElse(Duration.ZERO).toNanos() / NANOS_A_SECOND);
        String start = "process_start_time_seconds";
        page.family(start, PageText.Type.GAUGE, "When the process began, in seconds since the epoch.");
        page.sample(start, "", process.startInstant().orElse(Instant.EPOCH).toEpochMilli() / MILLIS_A_SECOND);
        String status = text("status");
        gauge(page, "process_resident_memory_bytes", "Resident memory in bytes.", number(RESIDENT, status, KIBI));
        gauge(page, "process_virtual_memory_bytes", "Virtual memory in bytes.", number(VIRTUAL, status, KIBI));
        gauge(page, "process_open_fds", "Open file descriptors.", openFiles());
        gauge(page, "process_max_fds", "File descriptors that may be open.", number(MOST_FILES, text("limits"), 1));
    }

    private static void gauge(PageText page, String name, String help, OptionalLong value) {
        if (value.isPresent()) {
            page.family(name, PageText.Type.GAUGE, help);
            page.sample(name, "", value.getAsLong());
        }
    }

    private static OptionalLong number(Pattern pattern, String text, long unit) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1)) * unit) : OptionalLong.empty();
    }

    /** A file of the system's, empty where there is none. */
    private String text(String name) {
        try {
            return Files.readString(self.resolve(name));
        } catch (IOException otherSystem) {
            return "";
        }
    }

    private OptionalLong openFiles() {
        try (Stream<Path> files = Files.list(self.resolve("fd"))) {
            return OptionalLong.of(files.count());
        } catch (IOException otherSystem) {
            return OptionalLong.empty();
        }
    }
}
