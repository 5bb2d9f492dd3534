package io.ethryx.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class OperatorRuleTest {

    private static final OperatorClaim STRANGER = new OperatorClaim("192.0.2.7", false, null);
    private static final OperatorClaim NEIGHBOUR = new OperatorClaim("127.0.0.1", true, null);

    @TempDir
    private Path folder;

    private static OperatorRule rule(boolean open, Path tokenFile) throws IOException {
        return OperatorRule.of(Optional.ofNullable(tokenFile).map(Path::toString), open);
    }

    private static OperatorClaim with(String token) {
        return new OperatorClaim("192.0.2.7", false, token);
    }

    @Test
    void without_a_token_file_only_this_machine_operates() throws Exception {
        try (OperatorRule rule = rule(false, null)) {
            assertThat(rule.judge(NEIGHBOUR)).isEqualTo(Standing.LOCAL);
            assertThat(rule.judge(STRANGER)).isEqualTo(Standing.NOT_LOCAL);
            assertThat(rule.judge(with("guess")).status()).isEqualTo(403);
        }
    }

    @Test
    void with_a_token_file_its_token_operates_from_anywhere_and_nothing_else_does() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "  s3cret\n");
        try (OperatorRule rule = rule(false, file)) {
            assertThat(rule.judge(with("s3cret"))).isEqualTo(Standing.TOKEN);
            assertThat(rule.judge(with("s3creT")).status()).isEqualTo(401);
            assertThat(rule.judge(with(""))).isEqualTo(Standing.NO_TOKEN);
            assertThat(rule.judge(NEIGHBOUR)).isEqualTo(Standing.NO_TOKEN);
        }
    }

    @Test
    void an_open_rule_lets_anyone_operate() throws Exception {
        try (OperatorRule rule = rule(true, null)) {
            assertThat(rule.judge(STRANGER)).isEqualTo(Standing.OPEN);
        }
    }

    @Test
    void a_changed_token_is_seen_without_being_asked_for() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "old");
        try (OperatorRule rule = rule(false, file)) {
            rule.start();
            rule.start();
            Files.writeString(file, "new");
            Await.until(() -> rule.judge(with("new")).allowed(), () -> "the new token is not taken");
            assertThat(rule.judge(with("old")).allowed()).isFalse();
        }
    }

    @Test
    void a_changed_token_is_seen_at_once_by_who_asks_for_it() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "old");
        try (OperatorRule rule = rule(false, file)) {
            Files.writeString(file, "new");
            assertThat(rule.judge(with("old")).allowed()).isTrue();
            rule.refresh();
            assertThat(rule.judge(with("old")).allowed()).isFalse();
            assertThat(rule.judge(with("new")).allowed()).isTrue();
        }
    }

    @Test
    void a_file_that_is_emptied_or_deleted_leaves_the_last_token() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "kept");
        try (OperatorRule rule = rule(false, file)) {
            Files.writeString(file, "\n");
            rule.refresh();
            Files.delete(file);
            rule.refresh();
            assertThat(rule.judge(with("kept")).allowed()).isTrue();
            assertThat(rule.judge(with("")).allowed()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "two words", "t\u00e9st"})
    void a_file_without_a_token_is_refused_with_its_name(String content) throws Exception {
        Path file = Files.writeString(folder.resolve("token"), content);
        assertThatThrownBy(() -> rule(false, file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("admin.token_file: " + file)
                .hasMessageEndingWith("write one token into it, alone");
    }

    @Test
    void a_file_that_is_too_long_or_not_there_is_refused() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "x".repeat(5_000));
        assertThatThrownBy(() -> rule(false, file)).hasMessageContaining("more than 4096 bytes");
        assertThatThrownBy(() -> rule(false, folder.resolve("none"))).hasMessageContaining("can't be read");
    }

    @Test
    void a_claim_does_not_tell_its_token() {
        assertThat(with("s3cret").toString()).doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.0.0.1:8663",
                "127.9.8.7",
                "[::1]",
                "[::1]:8663",
                "[0:0:0:0:0:0:0:1]",
                "localhost",
                "LOCALHOST:1"
            })
    void a_loopback_host_is_known(String host) {
        assertThat(LoopbackHost.matches(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "evil.example",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "10.0.0.1",
                "128.0.0.1",
                "127.0.0.256",
                "127.1",
                "2130706433",
                "[::]",
                "[::2]",
                "[::ffff:10.0.0.1]",
                "0.0.0.0"
            })
    void any_other_host_is_not(String host) {
        assertThat(LoopbackHost.matches(host)).isFalse();
    }
}
