package io.ethryx.server.gateway.topology;

import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.Fault;
import io.ethryx.discovery.StaticEntry;
import io.ethryx.discovery.StaticSource;
import io.ethryx.discovery.TopologyListener;
import io.ethryx.discovery.WatchedFile;
import io.ethryx.server.logging.Targets;
import io.ethryx.server.yaml.EntryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A topology that is written down in a file of its own, which is followed. A bad edit is told with all that is wrong, and what
 * was there before stays. Owns the daemon thread {@code ethryx-topology-file}.
 */
final class FileTopology implements TopologySource, WatchedFile.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Path file;
    private final StaticSource source;
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "ethryx-topology-file");
        thread.setDaemon(true);
        return thread;
    });
    private final WatchedFile watched;

    FileTopology(Path file, TopologyListener listener) {
        this.file = file;
        source = new StaticSource(listener);
        watched = new WatchedFile(file, INTERVAL, scheduler, this);
    }

    @Override
    public List<String> start() {
        byte[] content;
        try {
            content = Files.readAllBytes(file);
        } catch (IOException e) {
            return List.of(file + ": can't be read (" + e + "); name a readable file with discovery.file");
        }
        List<String> faults = replace(content);
        if (faults.isEmpty()) {
            watched.start(content);
        }
        return faults;
    }

    private List<String> replace(byte[] content) {
        EntryFile read = EntryFile.of(file, content);
        if (!read.faults().isEmpty()) {
            return read.faults();
        }
        List<StaticEntry> entries = read.entries().stream()
                .map(entry -> new StaticEntry(entry.key(), entry.json(), entry.line()))
                .toList();
        List<Fault> faults = source.replace(entries);
        return faults.stream()
                .map(fault -> StaticTopology.sentence(file.toString(), fault))
                .toList();
    }

    @Override
    public void changed(byte[] content) {
        if (isBlank(content)) {
            refused(file + ": is empty; write {} if there are to be no nodes");
            return;
        }
        List<String> faults = replace(content);
        if (faults.isEmpty()) {
            Topology now = source.topology();
            LOG.atInfo()
                    .addKeyValue("file", file.toString())
                    .addKeyValue("chains", now.chains().size())
                    .log("topology file taken");
        }
        faults.forEach(FileTopology::refused);
    }

    @Override
    public void unreadable(IOException reason) {
        refused(file + ": can't be read (" + reason + ")");
    }

    /** Cut to nothing by an editor or a full disk, or by who meant another file: all nodes would be gone at once. */
    private static boolean isBlank(byte[] content) {
        for (byte b : content) {
            if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
                return false;
            }
        }
        return true;
    }

    private static void refused(String fault) {
        LOG.atWarn().addKeyValue("fault", fault).log("topology file refused, the last one stays");
    }

    @Override
    public boolean synced() {
        return true;
    }

    @Override
    public void close() {
        watched.close();
        scheduler.shutdownNow();
    }
}
