package io.ethryx.server.gateway;

import io.ethryx.discovery.Fault;
import io.ethryx.discovery.StaticEntry;
import io.ethryx.discovery.StaticSource;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.logging.Targets;
import io.ethryx.server.yaml.EntryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topology that is written down, inline or in a file that is looked at every second. A bad edit is told with all that is
 * wrong, and what was there before stays.
 */
final class StaticTopology implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);

    private final StaticSource source;
    private final Path file;
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "ethryx-topology-file");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Stamp seen;
    private @Nullable Future<?> looking;

    /** What tells one content of a file from another without reading it. */
    private record Stamp(FileTime modified, long size) {}

    StaticTopology(StaticSource source, Path file) {
        this.source = source;
        this.file = file;
    }

    /** Entries of the configuration file itself, which were checked with it. */
    static List<StaticEntry> entries(DiscoverySettings.Inline inline) {
        return inline.entries().stream()
                .map(entry -> new StaticEntry(entry.key(), entry.json(), entry.line()))
                .toList();
    }

    /** Reads the file and looks at it from then on. */
    void start() {
        look();
        looking = scheduler.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
    }

    /** Reads the file if it is another one than before. */
    void look() {
        try {
            Stamp now = new Stamp(Files.getLastModifiedTime(file), Files.size(file));
            if (!now.equals(seen)) {
                seen = now;
                replace();
            }
        } catch (IOException e) {
            if (seen != null) {
                seen = null;
                refused(List.of(file + ": can't be read: " + e.getMessage()));
            }
        }
    }

    private void replace() throws IOException {
        EntryFile read = EntryFile.read(file);
        if (!read.faults().isEmpty()) {
            refused(read.faults());
            return;
        }
        List<StaticEntry> entries = read.entries().stream()
                .map(entry -> new StaticEntry(entry.key(), entry.json(), entry.line()))
                .toList();
        List<Fault> faults = source.replace(entries);
        if (!faults.isEmpty()) {
            refused(faults.stream()
                    .map(fault -> sentence(file.toString(), fault))
                    .toList());
        }
    }

    /** A fault as {@code FILE:LINE: KEY: VALUE: rule; remedy}. */
    static String sentence(String file, Fault fault) {
        String place = fault.line() > 0 ? file + ":" + fault.line() : file;
        String key = fault.member().isEmpty() ? fault.key() : fault.key() + "." + fault.member();
        return place + ": " + key + ": " + fault.value() + ": " + fault.rule() + "; " + fault.remedy();
    }

    private static void refused(List<String> faults) {
        faults.forEach(
                fault -> LOG.atWarn().addKeyValue("fault", fault).log("topology file refused, the last one stays"));
    }

    @Override
    public void close() {
        if (looking != null) {
            looking.cancel(false);
        }
        scheduler.shutdownNow();
    }
}
