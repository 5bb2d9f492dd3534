package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ethryx explain} of requests. */
class ExplainCommandTest {

    static final String TOPOLOGY = """
              1/nodes/s1: {address: 10.0.0.1, port: 8545, nodeType: 1, stateType: 1}
              1/nodes/a1: {address: 10.0.0.2, port: 8545, nodeType: 2, stateType: 1}
              1/lastBlockNumber: {latestBlockNumber: "0x1312d00"}
            """;
    static final String GOVERNED = """
            proxy_config:
              processor:
                method_denied: ["debug_*"]
                rate_limiter: {rpc_methods: {eth_chainId: 1}}
            """;
    static final String OLD_BALANCE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\",\"params\":[\"0x00\",\"0x1\"]}";
    private static final String NEW_BALANCE = OLD_BALANCE.replace("0x1", "latest");
    private static final String TRACE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"debug_x\"}";
    private static final String OLD_BALANCE_EXPLAINED = """
            eth_getBalance 0x1 -> archive a1 (block 1 is 19999999 behind head 20000000, window 64)
              s1 state: pool_not_chosen
              a1 archive taken: weight
            """;

    @TempDir
    private Path directory;

    private String config = "";

    @BeforeEach
    void write_the_configuration() throws IOException {
        config = file("gateway.yaml", "discovery:\n  static:\n" + TOPOLOGY.indent(2) + GOVERNED);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private CommandRun explain(String input, String... more) {
        List<String> arguments = new ArrayList<>(List.of("explain", "--config", config, "--chain", "1"));
        arguments.addAll(List.of(more));
        return CommandRun.reading(input, arguments.toArray(String[]::new));
    }

    @Test
    void a_call_is_explained_in_a_line_and_a_line_for_each_candidate() {
        CommandRun run = explain(OLD_BALANCE);
        assertThat(run.out()).isEqualTo(OLD_BALANCE_EXPLAINED);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void machines_get_the_documented_object() {
        CommandRun run = explain(OLD_BALANCE, "--json");
        assertThat(run.out())
                .isEqualTo("{\"method\":\"eth_getBalance\",\"context\":{\"kind\":\"number\",\"value\":\"0x1\"},"
                        + "\"head\":\"0x1312d00\",\"pool\":\"archive\",\"node\":\"a1\",\"reason\":\"older_than_window\","
                        + "\"candidates\":["
                        + "{\"node\":\"s1\",\"pool\":\"state\",\"taken\":false,\"reason\":\"pool_not_chosen\"},"
                        + "{\"node\":\"a1\",\"pool\":\"archive\",\"taken\":true,\"reason\":\"weight\"}],"
                        + "\"verdict\":\"admitted\"}\n");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void requests_come_from_a_file_or_the_standard_input() throws IOException {
        assertThat(explain("", file("calls.json", OLD_BALANCE)).out()).isEqualTo(OLD_BALANCE_EXPLAINED);
        assertThat(explain(OLD_BALANCE, "-").out()).isEqualTo(OLD_BALANCE_EXPLAINED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[%s,%s]",
                "[\n%s,\n%s\n]\n",
                "%s\n%s",
                "%s\r\n\r\n%s\r\n",
                "[%s]\n[%s]\n",
                "%s\n[%s]",
            })
    void a_batch_and_lines_of_either_are_explained_call_by_call(String form) {
        CommandRun run = explain(form.formatted(OLD_BALANCE, NEW_BALANCE), "--json");
        assertThat(run.out().lines().toList()).hasSize(2);
        assertThat(run.out().lines().toList().get(0)).contains("\"node\":\"a1\"");
        assertThat(run.out().lines().toList().get(1)).contains("\"node\":\"s1\"");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void a_request_may_stand_over_many_lines() {
        assertThat(explain(OLD_BALANCE.replace(",", ",\n  ")).out()).isEqualTo(OLD_BALANCE_EXPLAINED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "0xa"})
    void another_head_may_be_assumed(String head) {
        assertThat(explain(OLD_BALANCE, "--head", head).out())
                .startsWith("eth_getBalance 0x1 -> state s1 (block 1 is 9 behind head 10, window 64)\n");
    }

    @Test
    void the_caller_may_ask_for_an_archive_node() {
        assertThat(explain(NEW_BALANCE, "--archive").out())
                .startsWith("eth_getBalance latest -> archive a1 (the caller asks for an archive node)\n");
    }

    @Test
    void the_verdict_is_that_of_the_configured_governance() {
        assertThat(explain(TRACE).out()).isEqualTo("debug_x -> refused (method not allowed)\n");
        assertThat(explain(TRACE, "--json").out()).contains("\"pool\":null").contains("\"verdict\":\"refused\"");
    }

    @Test
    void each_request_meets_full_rate_limits_and_a_batch_uses_them_up() {
        String call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\"}";
        assertThat(explain(call + "\n" + call, "--json").out()).doesNotContain("throttled");
        assertThat(explain("[" + call + "," + call + "]", "--json").out().lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains("\"verdict\":\"admitted\""),
                        second -> assertThat(second).contains("\"verdict\":\"throttled\""));
    }

    @Test
    void a_chain_without_nodes_has_no_node_to_take() {
        CommandRun run = CommandRun.reading(OLD_BALANCE, "explain", "--config", config, "--chain", "7");
        assertThat(run.out()).isEqualTo("eth_getBalance 0x1 -> no node (no backends available)\n");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void what_is_no_call_is_told_with_its_line_and_the_rest_is_explained() {
        CommandRun run = explain(OLD_BALANCE + "\n\n{\"jsonrpc\":\n[1," + TRACE + "]\n{\"jsonrpc\":\"2.0\"}\n");
        assertThat(run.out()).isEqualTo(OLD_BALANCE_EXPLAINED + "debug_x -> refused (method not allowed)\n");
        assertThat(run.faults())
                .containsExactly(
                        "ethryx: standard input:3: is no JSON-RPC call: parse error: ends early at byte 11; mend it",
                        "ethryx: standard input:4: element 1 of the batch is no JSON-RPC call: invalid request:"
                                + " a call is an object; mend it",
                        "ethryx: standard input:5: is no JSON-RPC call: invalid request:"
                                + " method is a string, not empty; mend it");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void a_request_over_many_lines_that_is_no_json_is_one_fault() {
        CommandRun run = explain("{\"jsonrpc\":\"2.0\",\n\"id\":1,\n");
        assertThat(run.faults()).singleElement().asString().startsWith("ethryx: standard input:1: is no JSON-RPC call");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n \n"})
    void no_request_at_all_is_told(String input) {
        CommandRun run = explain(input);
        assertThat(run.faults()).containsExactly("ethryx: standard input: holds no request; write a JSON-RPC request");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void a_file_that_is_not_there_is_refused() {
        CommandRun run = explain("", "absent.json");
        assertThat(run.faults()).containsExactly("ethryx: absent.json: can't be read; name a readable file");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void all_faults_of_the_configuration_are_told_and_nothing_is_explained() throws IOException {
        config = file("bad.yaml", "listen: x:y\ndiscovery:\n  statik: {}\n");
        CommandRun run = explain(OLD_BALANCE);
        assertThat(run.out()).isEmpty();
        assertThat(run.faults())
                .hasSizeGreaterThan(1)
                .allSatisfy(fault -> assertThat(fault).startsWith("ethryx: " + config));
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void a_topology_in_a_file_of_its_own_will_do() throws IOException {
        String topology = file("topology.yaml", TOPOLOGY.stripIndent());
        config = file("gateway.yaml", "discovery:\n  file: " + topology + "\n");
        assertThat(explain(OLD_BALANCE).out()).isEqualTo(OLD_BALANCE_EXPLAINED);
    }

    @Test
    void with_etcd_the_snapshot_file_is_read() throws IOException {
        String snapshot = file("snapshot.json", """
                {
                "1/nodes/s1":"{\\"address\\":\\"10.0.0.1\\",\\"port\\":8545,\\"nodeType\\":1,\\"stateType\\":1}",
                "1/nodes/a1":"{\\"address\\":\\"10.0.0.2\\",\\"port\\":8545,\\"nodeType\\":2,\\"stateType\\":1}",
                "1/lastBlockNumber":"{\\"latestBlockNumber\\":\\"0x1312d00\\"}"
                }
                """);
        config = file("gateway.yaml", etcd() + "  snapshot_file: " + snapshot + "\n");
        assertThat(explain(OLD_BALANCE).out()).isEqualTo(OLD_BALANCE_EXPLAINED);
    }

    @Test
    void with_etcd_and_no_snapshot_file_it_says_what_it_reads() throws IOException {
        config = file("gateway.yaml", etcd());
        CommandRun run = explain(OLD_BALANCE);
        assertThat(run.faults())
                .containsExactly(
                        "ethryx: " + config + ": discovery.type: etcd: explain reads topologies that are written"
                                + " down and asks no etcd; name the gateway's discovery.snapshot_file, or use discovery.static or"
                                + " discovery.file");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    private static String etcd() {
        return "etcd_endpoints: [http://127.0.0.1:2379]\ndiscovery:\n  type: etcd\n";
    }

    @Test
    void all_faults_of_the_arguments_are_told_at_once() {
        CommandRun run = CommandRun.of("explain", "--head", "y", "--head", "1", "--json=yes", "a", "b");
        assertThat(run.faults())
                .containsExactly(
                        "ethryx: --json has a value but takes none; write it without",
                        "ethryx: --head stands more than once but takes one value; leave one of them",
                        "ethryx: --head \"y\" is no height of a block; write a number such as 20000000 or 0x1312d00",
                        "ethryx: more than one file of requests is named; leave one of them, or use standard input");
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    void configuration_and_chain_have_to_be_named() {
        CommandRun run = CommandRun.of("explain");
        assertThat(run.faults())
                .containsExactly(
                        "ethryx: --config is missing; name the configuration file with --config FILE",
                        "ethryx: --chain is missing; name the chain with --chain ID, or cases with --expect CASES");
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"explain --help", "explain -h", "help explain"})
    void the_page_shows_both_ways_to_use_it(String arguments) {
        CommandRun run = CommandRun.of(arguments.split(" ", -1));
        assertThat(run.out()).contains("--chain ID [--head N] [--archive] [--json] [-|REQUESTS]", "--expect CASES");
        assertThat(run.exitCode()).isZero();
    }
}
