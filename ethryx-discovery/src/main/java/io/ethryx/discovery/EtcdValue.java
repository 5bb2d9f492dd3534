package io.ethryx.discovery;

import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;

/**
 * A key of etcd and its value, as they were read.
 *
 * @param key the key, without the prefix
 * @param text its value
 * @param revision when it was written: what an edit is guarded by
 */
public record EtcdValue(String key, String text, long revision) {

    /**
     * What this key alone makes of a topology.
     *
     * @return one chain; the empty topology if key or value are of no use to one
     */
    public Topology topology() {
        Ledger ledger = new Ledger((fault, again) -> {});
        ledger.put(new StoredEntry(key, text.getBytes(StandardCharsets.UTF_8), revision, revision));
        return ledger.next().orElse(Topology.EMPTY);
    }
}
