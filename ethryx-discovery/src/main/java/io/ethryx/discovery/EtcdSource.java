package io.ethryx.discovery;

import io.ethryx.core.topology.Topology;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A topology that follows etcd. Without etcd it is the last one that was known: of this run, else of the snapshot file, else
 * the empty one; attempts to connect go on for ever.
 *
 * <p>{@link #start} returns at once. A started source owns the daemon thread {@code ethryx-discovery}, on which listeners are
 * called, with a snapshot file {@code ethryx-snapshot}, and a connection's own daemon threads ({@code vert.x-…},
 * {@code jetcd-…}). Reading the topology costs one volatile read.
 */
public final class EtcdSource implements AutoCloseable {

    private static final Duration LEAST_BACKOFF = Duration.ofMillis(100);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    private final EtcdSettings settings;
    private final TopologyListener listener;
    private final DiscoveryListener events;

    private volatile Topology topology = Topology.EMPTY;
    private volatile @Nullable TopologyFeed feed;
    private @Nullable ScheduledExecutorService scheduler;
    private @Nullable ScheduledExecutorService snapshotWriter;
    private @Nullable SnapshotKeeper keeper;
    private boolean closed;

    /**
     * Makes a source; nothing is started.
     *
     * @param settings where and how
     * @param listener takes each topology
     * @param events hears how it goes
     */
    public EtcdSource(EtcdSettings settings, TopologyListener listener, DiscoveryListener events) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.listener = Objects.requireNonNull(listener, "listener");
        this.events = new GuardedListener(Objects.requireNonNull(events, "events"));
    }

    /** Begins to read the snapshot file and to connect. Idempotent; does nothing after {@link #close}. */
    public synchronized void start() {
        if (closed || scheduler != null) {
            return;
        }
        ScheduledExecutorService worker = daemon("ethryx-discovery");
        scheduler = worker;
        Loop loop = new SchedulerLoop(worker);
        TopologyFeed started = feed(worker, loop);
        feed = started;
        if (settings.snapshotFile() == null) {
            loop.execute(started::connect);
        } else {
            SnapshotFile file = new SnapshotFile(settings.snapshotFile());
            ScheduledExecutorService writer = daemon("ethryx-snapshot");
            snapshotWriter = writer;
            SnapshotKeeper.Places places = new SnapshotKeeper.Places(loop, writer);
            keeper = new SnapshotKeeper(file, places, started::goodValues, events::snapshotFileFailed);
            loop.execute(() -> begin(started, file));
        }
    }

    private TopologyFeed feed(ScheduledExecutorService worker, Loop loop) {
        JetcdClients clients = new JetcdClients(settings, worker);
        KeySpace keys = new KeySpace(settings.prefix());
        Backoff backoff = new Backoff(LEAST_BACKOFF, settings.maxBackoff(), new SecureRandom());
        return new TopologyFeed(
                withPassword -> new JetcdSession(clients.client(withPassword), keys, settings.pageSize()),
                new TopologyFeed.Workings(loop, settings.callTimeout(), backoff, Clock.systemUTC()),
                events,
                this::publish);
    }

    private void begin(TopologyFeed started, SnapshotFile file) {
        try {
            started.preload(file.read());
        } catch (IOException unreadable) {
            events.snapshotFileFailed(String.valueOf(unreadable.getMessage()));
        }
        started.connect();
    }

    private void publish(Topology next) {
        topology = next;
        if (keeper != null) {
            keeper.changed();
        }
        GuardedListener.guarded(() -> listener.changed(next));
    }

    /** {@return the newest topology} */
    public Topology topology() {
        return topology;
    }

    /** {@return whether the watch stands, so that changes arrive as they are made} */
    public boolean connected() {
        TopologyFeed current = feed;
        return current != null && current.connected();
    }

    /** {@return whether all keys were read from etcd since the start; until then the topology is an old one or empty} */
    public boolean synced() {
        TopologyFeed current = feed;
        return current != null && current.synced();
    }

    /** Ends the connection, writes the snapshot file, and stops the threads, within a few seconds. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        ScheduledExecutorService worker = scheduler;
        if (worker != null && !worker.isShutdown()) {
            worker.execute(this::finish);
            end(worker);
        }
        if (snapshotWriter != null && !snapshotWriter.isShutdown()) {
            end(snapshotWriter);
        }
    }

    private void finish() {
        TopologyFeed current = feed;
        if (current != null) {
            current.stop();
        }
        if (keeper != null) {
            keeper.flush();
        }
    }

    /** Lets what was executed run, and nothing that was to run later. */
    private static void end(ScheduledExecutorService worker) {
        worker.shutdown();
        try {
            if (!worker.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static ScheduledExecutorService daemon(String name) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }
}
