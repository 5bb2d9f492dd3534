package io.ethryx.server.gateway.topology;

import io.ethryx.discovery.EtcdAccess;
import io.ethryx.discovery.EtcdSettings;
import io.ethryx.discovery.EtcdSource;
import io.ethryx.discovery.TopologyListener;
import io.ethryx.server.gateway.metrics.MetricFamilies;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.logging.DivertedLogs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A topology that follows etcd, and lasts while etcd is away (decision G11). */
public final class EtcdTopology implements TopologySource {

    private final EtcdWatch watch = new EtcdWatch();
    private final EtcdSource source;
    private @Nullable DivertedLogs logs;

    EtcdTopology(EtcdSettings settings, TopologyListener listener) {
        source = new EtcdSource(settings, listener, watch);
    }

    /**
     * The operator's words in those of the source.
     *
     * @param etcd what the file says
     * @param snapshotFile where the last topology is kept, if anywhere
     * @return how to reach etcd
     */
    public static EtcdSettings settings(DiscoverySettings.Etcd etcd, Optional<Path> snapshotFile) {
        EtcdSettings settings =
                EtcdSettings.of(etcd.endpoints()).withPrefix(etcd.prefix()).withAccess(access(etcd.login()));
        return snapshotFile.map(settings::withSnapshotFile).orElse(settings);
    }

    private static EtcdAccess access(DiscoverySettings.EtcdLogin login) {
        return new EtcdAccess(
                login.username().orElse(""),
                path(login.passwordFile()),
                path(login.caFile()),
                path(login.certFile()),
                path(login.keyFile()));
    }

    private static @Nullable Path path(Optional<String> text) {
        return text.map(Path::of).orElse(null);
    }

    @Override
    public List<String> start() {
        if (logs == null) {
            logs = DivertedLogs.of("io.grpc", "io.etcd", "io.vertx", "io.netty");
            source.start();
        }
        return List.of();
    }

    @Override
    public boolean synced() {
        return source.synced();
    }

    @Override
    public MetricFamilies families() {
        return new EtcdFamilies(Optional.of(watch));
    }

    /** How following goes. */
    EtcdWatch watch() {
        return watch;
    }

    @Override
    public void close() {
        source.close();
        if (logs != null) {
            logs.close();
        }
    }
}
