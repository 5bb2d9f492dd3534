package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.etcd.jetcd.Auth;
import io.etcd.jetcd.auth.Permission;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** User and password, tokens that expire, and TLS, against real etcd. */
class EtcdAccessTest {

    private static final String NODE = "{\"stateType\":1,\"address\":\"127.0.0.1\",\"port\":8545}";

    @TempDir
    private Path folder;

    private Path password;

    @BeforeEach
    void keepPassword() throws Exception {
        password = Files.writeString(folder.resolve("password"), "secret\n");
    }

    @Test
    void a_password_is_used_where_it_is_wanted_and_turning_it_on_and_off_is_followed() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder.resolve("etcd"));
                EtcdHand open = EtcdHand.at(etcd);
                EtcdHand root = new EtcdHand(asRoot(etcd));
                Followed followed = Followed.follow(asRoot(etcd))) {
            open.put("1/nodes/a", NODE);
            followed.awaitNodes("1", "a").awaitConnected();
            assertThat(followed.disconnections).anyMatch(reason -> reason.contains("authentication is not enabled"));
            turnOn(open);
            etcd.kill();
            etcd.restart();
            root.put("1/nodes/b", NODE);
            followed.awaitNodes("1", "a", "b").awaitConnected();
            root.persistently(client -> client.getAuthClient().authDisable());
            etcd.kill();
            etcd.restart();
            open.put("1/nodes/c", NODE);
            followed.awaitNodes("1", "a", "b", "c").awaitConnected();
        }
    }

    @Test
    void a_token_that_no_longer_counts_is_replaced_and_the_watch_goes_on() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder.resolve("etcd"), "--auth-token-ttl=1");
                EtcdHand open = EtcdHand.at(etcd);
                EtcdHand root = new EtcdHand(asRoot(etcd))) {
            turnOn(open);
            root.put("1/nodes/a", NODE);
            try (Followed followed = Followed.follow(asRoot(etcd))) {
                followed.awaitNodes("1", "a").awaitConnected();
                etcd.kill();
                etcd.restart();
                root.put("1/nodes/b", NODE);
                followed.awaitNodes("1", "a", "b").awaitConnected();
            }
        }
    }

    @Test
    void who_may_not_read_hears_so_and_is_let_in_as_soon_as_he_may() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder.resolve("etcd"));
                EtcdHand open = EtcdHand.at(etcd);
                EtcdHand root = new EtcdHand(asRoot(etcd))) {
            turnOn(open);
            root.put("/prod/1/nodes/a", NODE);
            root.persistently(
                    client -> client.getAuthClient().userAdd(EtcdHand.bytes("reader"), EtcdHand.bytes("secret")));
            root.persistently(client -> client.getAuthClient().roleAdd(EtcdHand.bytes("reading")));
            EtcdSettings settings = EtcdSettings.of(List.of(etcd.endpoint()))
                    .withPrefix("/prod/")
                    .withAccess(EtcdAccess.OPEN.withPassword("reader", password));
            try (Followed followed = Followed.follow(settings)) {
                Await.until(
                        () -> followed.disconnections.stream().anyMatch(reason -> reason.contains("permission denied")),
                        followed::toString);
                root.persistently(client -> client.getAuthClient()
                        .roleGrantPermission(
                                EtcdHand.bytes("reading"),
                                EtcdHand.bytes("/prod/"),
                                EtcdHand.bytes("/prod0"),
                                Permission.Type.READ));
                root.persistently(client ->
                        client.getAuthClient().userGrantRole(EtcdHand.bytes("reader"), EtcdHand.bytes("reading")));
                followed.awaitNodes("1", "a").awaitConnected();
            }
        }
    }

    @Test
    void a_wrong_password_is_told_and_a_corrected_file_is_read() throws Exception {
        try (EtcdServer etcd = EtcdServer.alone(folder.resolve("etcd"));
                EtcdHand open = EtcdHand.at(etcd)) {
            open.put("1/nodes/a", NODE);
            turnOn(open);
            Files.writeString(password, "wrong");
            try (Followed followed = Followed.follow(asRoot(etcd))) {
                Await.until(
                        () -> followed.disconnections.stream()
                                .anyMatch(reason -> reason.contains("invalid user ID or password")),
                        followed::toString);
                assertThat(followed.disconnections).noneMatch(reason -> reason.contains("wrong"));
                Files.writeString(password, "secret");
                followed.awaitNodes("1", "a");
                Files.delete(password);
            }
        }
    }

    @Test
    void tls_is_spoken_with_the_certificates_that_are_named() throws Exception {
        TestCertificates certificates = TestCertificates.in(folder);
        try (EtcdServer etcd = EtcdServer.withTls(
                        folder.resolve("etcd"),
                        "--cert-file=" + certificates.server(),
                        "--key-file=" + certificates.serverKey(),
                        "--trusted-ca-file=" + certificates.authority(),
                        "--client-cert-auth");
                EtcdHand hand = new EtcdHand(EtcdSettings.of(List.of(etcd.endpoint()))
                        .withAccess(EtcdAccess.OPEN
                                .withCa(certificates.authority())
                                .withCertificate(certificates.client(), certificates.clientKey())))) {
            hand.put("1/nodes/a", NODE);
            EtcdSettings bare = EtcdSettings.of(List.of(etcd.endpoint()));
            EtcdAccess trusting = EtcdAccess.OPEN.withCa(certificates.authority());
            try (Followed known = Followed.follow(bare.withAccess(
                            trusting.withCertificate(certificates.client(), certificates.clientKey())));
                    Followed stranger = Followed.follow(bare.withAccess(trusting));
                    Followed untrusting = Followed.follow(bare);
                    Followed elsewhere = Followed.follow(EtcdSettings.of(
                                    List.of(etcd.endpoint().replace("127.0.0.1", "localhost")))
                            .withAccess(trusting.withCertificate(certificates.client(), certificates.clientKey())))) {
                known.awaitNodes("1", "a").awaitConnected();
                for (Followed other : List.of(stranger, untrusting, elsewhere)) {
                    Await.until(() -> !other.disconnections.isEmpty(), other::toString);
                    assertThat(other.source.synced()).isFalse();
                }
                assertThat(untrusting.disconnections.get(0)).contains("certificat");
                assertThat(elsewhere.disconnections.get(0)).contains("localhost");
            }
        }
    }

    @Test
    void a_certificate_file_that_is_none_is_told() throws Exception {
        Path none = Files.writeString(folder.resolve("ca.pem"), "none");
        EtcdSettings settings =
                EtcdSettings.of(List.of("https://127.0.0.1:1")).withAccess(EtcdAccess.OPEN.withCa(none));
        try (Followed followed = Followed.follow(settings)) {
            Await.until(() -> followed.disconnections.size() > 1, followed::toString);
            assertThat(followed.disconnections.get(0)).contains("ca.pem");
        }
    }

    @Test
    void settings_that_can_not_be_are_refused() {
        assertThatThrownBy(() -> EtcdSettings.of(List.of())).hasMessageContaining("endpoint");
        assertThatThrownBy(() -> EtcdSettings.of(List.of("ftp://a:1"))).hasMessageContaining("ftp://a:1");
        assertThatThrownBy(() -> EtcdSettings.of(List.of("http://a:1", "https://a:1")))
                .hasMessageContaining("all endpoints have to be http or all https");
        assertThatThrownBy(() -> new EtcdAccess("u", null, null, null, null)).hasMessageContaining("password");
        assertThatThrownBy(() -> new EtcdAccess("", null, null, Path.of("c"), null))
                .hasMessageContaining("key file");
    }

    private static void turnOn(EtcdHand hand) throws Exception {
        hand.persistently(client -> {
            Auth auth = client.getAuthClient();
            return auth.userAdd(EtcdHand.bytes("root"), EtcdHand.bytes("secret"))
                    .thenCompose(done -> auth.roleAdd(EtcdHand.bytes("root")))
                    .thenCompose(done -> auth.userGrantRole(EtcdHand.bytes("root"), EtcdHand.bytes("root")))
                    .thenCompose(done -> auth.authEnable());
        });
    }

    private EtcdSettings asRoot(EtcdServer etcd) {
        return EtcdSettings.of(List.of(etcd.endpoint())).withAccess(EtcdAccess.OPEN.withPassword("root", password));
    }
}
