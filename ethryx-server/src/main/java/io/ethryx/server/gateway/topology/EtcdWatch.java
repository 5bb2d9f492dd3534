package io.ethryx.server.gateway.topology;

import io.ethryx.discovery.DiscoveryListener;
import io.ethryx.discovery.Fault;
import io.ethryx.server.logging.Targets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs how following etcd goes, once for each turn, and counts it. Readable by any thread. */
final class EtcdWatch implements DiscoveryListener {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);

    private final LongAdder resyncs = new LongAdder();
    private final LongAdder badValues = new LongAdder();
    private volatile boolean connected;
    private volatile long revision;
    private volatile @Nullable Instant lastEvent;

    /** Whether changes arrive as they are made. */
    boolean connected() {
        return connected;
    }

    /** The newest revision of etcd that was seen, 0 before the first. */
    long revision() {
        return revision;
    }

    /** When changes came last. */
    Optional<Instant> lastEvent() {
        return Optional.ofNullable(lastEvent);
    }

    /** How often all keys had to be read again. */
    long resyncs() {
        return resyncs.sum();
    }

    /** How many values were of no use, in whole or in part. */
    long badValues() {
        return badValues.sum();
    }

    @Override
    public void connected(long newest) {
        revision = newest;
        connected = true;
        LOG.atInfo().addKeyValue("revision", newest).log("etcd connected");
    }

    @Override
    public void disconnected(String reason, boolean first) {
        connected = false;
        if (first) {
            LOG.atWarn().addKeyValue("error", reason).log("etcd not reached, the last topology stays");
        } else {
            LOG.atDebug().addKeyValue("error", reason).log("etcd still not reached");
        }
    }

    @Override
    public void synced(long newest, int keys) {
        revision = newest;
        LOG.atInfo().addKeyValue("revision", newest).addKeyValue("keys", keys).log("topology read from etcd");
    }

    @Override
    public void resyncing(String reason) {
        resyncs.increment();
        LOG.atWarn().addKeyValue("reason", reason).log("reading all of etcd again");
    }

    @Override
    public void applied(long newest, Instant at) {
        revision = newest;
        lastEvent = at;
    }

    @Override
    public void badValue(Fault fault, boolean again) {
        badValues.increment();
        if (!again) {
            LOG.atWarn()
                    .addKeyValue("key", fault.key())
                    .addKeyValue("fault", fault.toString())
                    .log("bad value in etcd, the last good one stays");
        }
    }

    @Override
    public void snapshotFileFailed(String reason) {
        LOG.atWarn().addKeyValue("error", reason).log("snapshot file can't be used");
    }
}
