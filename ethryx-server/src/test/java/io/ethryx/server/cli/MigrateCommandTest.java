package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.settings.GatewayFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrateCommandTest {

    @TempDir
    private Path folder;

    private CommandRun migrate(String... lines) throws IOException {
        Path file = Files.writeString(folder.resolve("old.yaml"), String.join("\n", lines));
        return CommandRun.of("migrate", "--config", file.toString());
    }

    @Test
    void what_works_is_carried_and_what_never_did_is_left_out_and_told() throws IOException {
        CommandRun run = migrate(
                "listen: 8663",
                "etcd_endpoints: [http://10.0.0.1:2379]",
                "proxy_config:",
                "  service_name: jrpcx",
                "  connection_pool_size: 2000",
                "  processor:",
                "    rate_limiter: {rpc_methods: {eth_call: 100}}",
                "    block_range_query_limit: {enable: true, recent_blocks: 128}",
                "  observability: {metric: {}, static_resource: {a: b}}",
                "colour: blue");
        assertThat(run.exitCode()).isZero();
        GatewayFile carried = GatewayFile.parse("new.yaml", run.out());
        assertThat(carried.faults()).isEmpty();
        assertThat(carried.warnings()).isEmpty();
        assertThat(run.out())
                .contains("connection_pool_size: 2000", "eth_call: 100", "recent_blocks: 128")
                .doesNotContain("service_name", "colour", "static_resource");
        assertThat(run.faults())
                .anyMatch(line ->
                        line.matches("note: .*old.yaml:4: proxy_config.service_name: has no effect; .* \\(left out\\)"))
                .anyMatch(line -> line.matches("note: .*old.yaml:10: colour: is no known key; .* \\(left out\\)"))
                .anyMatch(line -> line.startsWith(
                        "note: proxy_config.processor.block_range_query_limit.enable was read and ignored"))
                .anyMatch(line -> line.startsWith("note: admin routes answer loopback callers only"));
    }

    @Test
    void what_has_to_be_mended_by_hand_is_a_fault_and_ends_with_1() throws IOException {
        CommandRun run = migrate("proxy_config: {node_select_strategy: fastest}");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.faults())
                .anyMatch(line -> line.contains("fault: ") && line.contains("node_select_strategy: fastest"));
    }

    @Test
    void what_is_no_yaml_is_refused_and_nothing_is_printed() throws IOException {
        CommandRun run = migrate("listen: [");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(CommandRun.of("migrate", "--config", folder.resolve("none").toString())
                        .faults())
                .singleElement()
                .asString()
                .endsWith("is not there; name a file that exists");
    }

    @Test
    void an_empty_file_is_an_empty_configuration() throws IOException {
        assertThat(migrate("").out()).isEqualTo("{}\n");
    }

    @Test
    void flags_of_the_replaced_sidecar_are_carried_but_for_those_that_are_gone() {
        CommandRun run = CommandRun.in(
                Map.of("ETHRYX_EL_MAX_BLOCK_AGE", "60"),
                "migrate",
                "sidecar",
                "--listen",
                "0.0.0.0:8547",
                "--el-min-peers",
                "3",
                "--cl-min-peers=2",
                "--readyz-strict");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("ethryx sidecar \\\n  --listen 0.0.0.0:8547 \\\n  --readyz-strict\n");
        assertThat(run.faults())
                .anyMatch(line -> line.startsWith("note: --el-min-peers is gone"))
                .anyMatch(line -> line.startsWith("note: --cl-min-peers is gone"))
                .contains("note: ETHRYX_EL_MAX_BLOCK_AGE is called ETHRYX_EL_MAX_BLOCK_AGE_SECS now; rename it");
    }

    @Test
    void flags_that_are_wrong_are_faults() {
        CommandRun run = CommandRun.of("migrate", "sidecar", "--health-poll-interval", "0");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.faults()).anyMatch(line -> line.startsWith("fault: --health-poll-interval \"0\""));
        assertThat(CommandRun.of("migrate", "sidecar", "--no-such-flag").exitCode())
                .isEqualTo(2);
    }

    @Test
    void words_that_a_shell_would_read_are_quoted() {
        assertThat(CommandRun.of("migrate", "sidecar", "--el-http-url", "http://h/a?b=c&d=e")
                        .out())
                .contains("--el-http-url 'http://h/a?b=c&d=e'");
    }

    @Test
    void without_a_file_it_says_what_to_write() {
        CommandRun run = CommandRun.of("migrate");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.faults()).singleElement().asString().contains("ethryx migrate --config FILE");
    }
}
