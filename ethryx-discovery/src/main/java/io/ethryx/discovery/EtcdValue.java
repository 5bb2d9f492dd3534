package io.ethryx.discovery;

/**
 * A key of etcd and its value, as they were read.
 *
 * @param key the key, without the prefix
 * @param text its value
 * @param revision when it was written: what an edit is guarded by
 */
public record EtcdValue(String key, String text, long revision) {}
