package io.ethryx.server.gateway.settings;

import java.util.List;
import java.util.Optional;

/**
 * Where the topology comes from.
 *
 * @param source the source
 * @param snapshotFile where the last topology is kept for a start without etcd, if anywhere
 * @param headTracking whether heads are asked of the nodes where none is given
 */
public record DiscoverySettings(Source source, Optional<String> snapshotFile, boolean headTracking) {

    /** A source of topologies. */
    public sealed interface Source {}

    /**
     * Keys and values written down in the configuration.
     *
     * @param entries in the order of the file
     */
    public record Inline(List<Entry> entries) implements Source {

        /**
         * Copies what it is given.
         *
         * @param entries see the record
         */
        public Inline {
            entries = List.copyOf(entries);
        }
    }

    /**
     * Keys and values in a file that is watched.
     *
     * @param path the file, YAML or JSON
     */
    public record Watched(String path) implements Source {}

    /**
     * Keys and values in etcd.
     *
     * @param endpoints URLs of its members, at least one
     * @param prefix of all keys, may be empty
     * @param login how to log in
     */
    public record Etcd(List<String> endpoints, String prefix, EtcdLogin login) implements Source {

        /**
         * Copies what it is given.
         *
         * @param endpoints see the record
         * @param prefix see the record
         * @param login see the record
         */
        public Etcd {
            endpoints = List.copyOf(endpoints);
        }
    }

    /**
     * How to log in to etcd.
     *
     * @param username if any
     * @param passwordFile holds the password
     * @param caFile certificates to trust
     * @param certFile this client's certificate
     * @param keyFile this client's key
     */
    public record EtcdLogin(
            Optional<String> username,
            Optional<String> passwordFile,
            Optional<String> caFile,
            Optional<String> certFile,
            Optional<String> keyFile) {}

    /**
     * One key and its value.
     *
     * @param key as in etcd, without the prefix
     * @param json the value as JSON text, unchecked
     * @param line where it stands
     */
    public record Entry(String key, String json, int line) {}
}
