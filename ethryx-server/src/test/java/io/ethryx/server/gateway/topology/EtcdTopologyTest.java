package io.ethryx.server.gateway.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.EtcdAccess;
import io.ethryx.discovery.EtcdSettings;
import io.ethryx.discovery.Fault;
import io.ethryx.server.gateway.settings.DiscoverySettings;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.testing.Await;
import io.ethryx.server.yaml.YamlFault;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The parts of following etcd that need none. What needs one is held by {@code GatewayDiscoveryIT}. */
@Timeout(60)
final class EtcdTopologyTest {

    @TempDir
    private Path folder;

    private static DiscoverySettings discovery(String... lines) {
        return GatewayFile.parse("test.yaml", String.join("\n", lines))
                .settings()
                .orElseThrow()
                .discovery();
    }

    private static EtcdSettings settings(String... lines) {
        DiscoverySettings read = discovery(lines);
        return EtcdTopology.settings(
                (DiscoverySettings.Etcd) read.source(), read.snapshotFile().map(Path::of));
    }

    @Test
    void all_that_the_operator_says_reaches_the_source() {
        EtcdSettings settings = settings(
                "etcd_endpoints: [a:2379, 'http://b:2380']",
                "etcd: {username: u, password_file: p, ca_file: ca, cert_file: c, key_file: k}",
                "discovery: {snapshot_file: last.json}",
                "proxy_config: {etcd_prefix: /prod}");
        assertThat(settings.endpoints()).containsExactly(URI.create("http://a:2379"), URI.create("http://b:2380"));
        assertThat(settings.prefix()).isEqualTo("/prod");
        assertThat(settings.snapshotFile()).isEqualTo(Path.of("last.json"));
        assertThat(settings.access())
                .isEqualTo(new EtcdAccess("u", Path.of("p"), Path.of("ca"), Path.of("c"), Path.of("k")));
    }

    @Test
    void what_he_leaves_out_stays_open() {
        EtcdSettings settings = settings("etcd_endpoints: [a:2379]");
        assertThat(settings.prefix()).isEmpty();
        assertThat(settings.snapshotFile()).isNull();
        assertThat(settings.access()).isEqualTo(EtcdAccess.OPEN);
    }

    @Test
    void endpoints_of_two_schemes_are_refused_by_the_configuration() {
        assertThat(GatewayFile.parse("test.yaml", "etcd_endpoints: ['http://a:1', 'https://b:1']")
                        .faults())
                .extracting(YamlFault::sentence)
                .singleElement()
                .asString()
                .contains("etcd_endpoints", "mixes http and https");
    }

    @Test
    void without_etcd_the_snapshot_is_told_and_is_not_taken_for_the_truth() throws Exception {
        Path snapshot = Files.writeString(
                folder.resolve("last.json"), "{\"1/nodes/a\":\"{\\\"address\\\":\\\"a\\\",\\\"port\\\":1}\"}");
        AtomicReference<Topology> told = new AtomicReference<>();
        DiscoverySettings settings =
                discovery("etcd_endpoints: ['127.0.0.1:1']", "discovery: {snapshot_file: " + snapshot + "}");
        try (TopologySource source = TopologySource.of(settings, told::set)) {
            assertThat(source.start()).isEmpty();
            Await.until(() -> told.get() != null, () -> "no topology");
            assertThat(told.get().chains()).hasSize(1);
            assertThat(source.synced()).isFalse();
            assertThat(((EtcdTopology) source).watch().connected()).isFalse();
        }
    }

    @Test
    void every_turn_is_counted() {
        EtcdWatch watch = new EtcdWatch();
        assertThat(watch.lastEvent()).isEmpty();
        watch.synced(7, 3);
        watch.connected(8);
        assertThat(watch.connected()).isTrue();
        assertThat(watch.revision()).isEqualTo(8);
        watch.applied(9, Instant.EPOCH);
        assertThat(watch.revision()).isEqualTo(9);
        assertThat(watch.lastEvent()).contains(Instant.EPOCH);
        watch.badValue(new Fault("k", "", "v", "r", "m", 0), false);
        watch.badValue(new Fault("k", "", "v", "r", "m", 0), true);
        assertThat(watch.badValues()).isEqualTo(2);
        watch.resyncing("compacted");
        assertThat(watch.resyncs()).isEqualTo(1);
        watch.disconnected("gone", true);
        assertThat(watch.connected()).isFalse();
    }
}
