package io.ethryx.discovery;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where and how to reach etcd. Files are read at each connection, so that their content may be replaced.
 *
 * @param endpoints the members' client addresses, {@code http://host:port} or {@code https://host:port}, of one scheme
 * @param prefix what the keys begin with; a slash more or less at its end does not matter
 * @param access user, password and certificates
 * @param snapshotFile where the last topology is kept for a start without etcd, or null for nowhere
 * @param callTimeout how long one call may take, the connecting included
 * @param maxBackoff the longest wait between two attempts to connect
 * @param pageSize how many keys are listed at once
 */
public record EtcdSettings(
        List<URI> endpoints,
        String prefix,
        EtcdAccess access,
        @Nullable Path snapshotFile,
        Duration callTimeout,
        Duration maxBackoff,
        int pageSize) {

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(5);
    private static final int PAGE_SIZE = 2000;

    /**
     * Checks the parts.
     *
     * @param endpoints see the record
     * @param prefix see the record
     * @param access see the record
     * @param snapshotFile see the record
     * @param callTimeout see the record
     * @param maxBackoff see the record
     * @param pageSize see the record
     * @throws IllegalArgumentException if there is no endpoint, one has no host, schemes are mixed, or a bound is not
     *     above 0
     */
    public EtcdSettings {
        endpoints = List.copyOf(endpoints);
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(access, "access");
        require(!endpoints.isEmpty(), "there has to be an endpoint");
        for (URI endpoint : endpoints) {
            boolean scheme = "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
            require(scheme && endpoint.getHost() != null, endpoint + " is no http://host:port or https://host:port");
            require(
                    endpoint.getScheme().equals(endpoints.get(0).getScheme()),
                    "all endpoints have to be http or all https");
        }
        require(callTimeout.compareTo(Duration.ZERO) > 0, "a call timeout has to be above 0");
        require(maxBackoff.compareTo(Duration.ZERO) > 0, "the longest wait has to be above 0");
        require(pageSize > 0, "a page has to hold a key");
    }

    /**
     * Settings without prefix, access control and snapshot file.
     *
     * @param endpoints the members' addresses; one without a scheme is taken as http
     * @return the settings
     * @throws IllegalArgumentException if one is no address
     */
    public static EtcdSettings of(List<String> endpoints) {
        List<URI> uris = endpoints.stream()
                .map(endpoint -> URI.create(endpoint.contains("://") ? endpoint : "http://" + endpoint))
                .toList();
        return new EtcdSettings(uris, "", EtcdAccess.OPEN, null, CALL_TIMEOUT, MAX_BACKOFF, PAGE_SIZE);
    }

    /**
     * With another prefix.
     *
     * @param other see the record
     * @return new settings
     */
    public EtcdSettings withPrefix(String other) {
        return new EtcdSettings(endpoints, other, access, snapshotFile, callTimeout, maxBackoff, pageSize);
    }

    /**
     * With user, password and certificates.
     *
     * @param other see the record
     * @return new settings
     */
    public EtcdSettings withAccess(EtcdAccess other) {
        return new EtcdSettings(endpoints, prefix, other, snapshotFile, callTimeout, maxBackoff, pageSize);
    }

    /**
     * With a snapshot file.
     *
     * @param file see the record
     * @return new settings
     */
    public EtcdSettings withSnapshotFile(Path file) {
        return new EtcdSettings(endpoints, prefix, access, file, callTimeout, maxBackoff, pageSize);
    }

    /**
     * With other bounds of time.
     *
     * @param call see {@code callTimeout}
     * @param backoff see {@code maxBackoff}
     * @return new settings
     */
    public EtcdSettings withTimes(Duration call, Duration backoff) {
        return new EtcdSettings(endpoints, prefix, access, snapshotFile, call, backoff, pageSize);
    }

    /**
     * With pages of another size.
     *
     * @param keys see {@code pageSize}
     * @return new settings
     */
    public EtcdSettings withPageSize(int keys) {
        return new EtcdSettings(endpoints, prefix, access, snapshotFile, callTimeout, maxBackoff, keys);
    }

    boolean tls() {
        return "https".equals(endpoints.get(0).getScheme());
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
