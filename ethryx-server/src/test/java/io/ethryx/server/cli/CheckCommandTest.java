package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ethryx check}: faults on stdout, one a line, then their number; all else on stderr. */
class CheckCommandTest {

    @TempDir
    private Path directory;

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private CommandRun check(String... lines) throws IOException {
        return CommandRun.of("check", "--config", file("g.yaml", String.join("\n", lines) + "\n"));
    }

    private String at(int line) {
        return directory.resolve("g.yaml") + ":" + line + ": ";
    }

    @Test
    void a_sound_file_has_no_faults() throws Exception {
        CommandRun run = check(
                "discovery:",
                "  static:",
                "    1/nodes/s1: {address: 127.0.0.1, port: 8545, nodeType: 1, stateType: 1}");
        assertThat(run.out()).isEqualTo("0 faults\n");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void what_would_keep_it_from_starting_here_is_a_fault_too() throws Exception {
        String empty = file("token", "  \n");
        CommandRun run = check(
                "listen: 127.0.0.1:8663",
                "metric_listen: 127.0.0.1:8663",
                "admin: {token_file: " + empty + "}",
                "discovery: {static: {1/nodes/s1: {address: 127.0.0.1, port: 8545, nodeType: 1, stateType: 1}}}");
        assertThat(run.out())
                .contains(": admin.token_file: " + empty + ": is empty; ")
                .containsOnlyOnce("admin.token_file")
                .contains(
                        ": metric_listen: 127.0.0.1:8663: is named twice among listen, metric_listen and admin.listen; give each an")
                .endsWith("2 faults\n");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void a_gateway_refuses_a_topology_in_the_file_with_the_lines_that_check_tells() throws Exception {
        String path = file(
                "g.yaml", "discovery:\n  static:\n    1/nodes/s1: {address: a, port: 99999, stateType: 1}\n    x: 1\n");
        CommandRun run = CommandRun.of("gateway", "--config", path);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines())
                .containsExactly(
                        "ethryx: " + at(3) + "1/nodes/s1.port: 99999: has to be 1 to 65535; write the node's port",
                        "ethryx: " + at(4) + "x: 1: no such key; known are CHAIN/nodes/NAME, CHAIN/nativeNodes/NAME,"
                                + " CHAIN/lastBlockNumber, CHAIN/gateway, CHAIN/mirror/NAME, CHAIN/version");
        assertThat(run.out()).isEmpty();
        assertThat(CommandRun.of("gateway", "--config", file("h.yaml", "listen: 8663"))
                        .exitCode())
                .isEqualTo(CommandRun.STARTED);
    }

    @Test
    void an_empty_flag_of_the_gateway_is_none() throws Exception {
        String path = file("g.yaml", "listen: 8663");
        assertThat(CommandRun.of("gateway", "-config", path, "-listen", "").exitCode())
                .isEqualTo(CommandRun.STARTED);
        assertThat(CommandRun.of("gateway", "-config=" + path, "-listen=").exitCode())
                .isEqualTo(CommandRun.STARTED);
        CommandRun without = CommandRun.of("gateway", "--config", "");
        assertThat(without.exitCode()).isEqualTo(2);
        assertThat(without.err())
                .isEqualTo("ethryx: --config is missing; name the configuration file with --config FILE\n");
    }

    @Test
    void a_configuration_without_nodes_is_sound_and_says_so() throws Exception {
        CommandRun run = check("listen: 8663");
        assertThat(run.out()).isEqualTo("0 faults\n");
        assertThat(run.err()).contains("names no nodes; write some under discovery.static");
    }

    @Test
    void every_fault_is_told_at_once_those_of_the_topology_and_of_patterns_too() throws Exception {
        CommandRun run = check(
                "listen: 99999",
                "discovery:",
                "  static:",
                "    1/nodes/s1: {address: 127.0.0.1, port: 99999, nodeType: 1, stateType: 1}",
                "    1/node/s2: {address: 127.0.0.1}",
                "    1/lastBlockNumber: {latestBlockNumber: abc}",
                "    1/nodes/s3: not json",
                "batch: {mode: all}",
                "proxy_config:",
                "  node_select_stratgy: random",
                "  default_rpc_timeout: soon",
                "  processor:",
                "    method_denied: [eth_call, 'txpool_*x']",
                "    method_name_checker: {enable: true, regexp: '[a-', denied_regexp: '('}",
                "routing: {chains: {1: {upstream_path: rpc}}}");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines())
                .last()
                .asString()
                .isEqualTo((run.out().lines().count() - 1) + " faults");
        assertThat(run.out().lines())
                .anySatisfy(line -> assertThat(line).startsWith(at(1) + "listen: 99999: is no port from 0 to 65535"))
                .anySatisfy(line -> assertThat(line)
                        .startsWith(at(8) + "batch.mode: all: is not one of split, whole; write one of these"))
                .anySatisfy(line -> assertThat(line)
                        .isEqualTo(at(10) + "proxy_config.node_select_stratgy: is no known key;"
                                + " did you mean node_select_strategy?"))
                .anySatisfy(line -> assertThat(line)
                        .startsWith(at(11) + "proxy_config.default_rpc_timeout: soon: is no whole number; "))
                .anySatisfy(line -> assertThat(line)
                        .startsWith(at(13) + "proxy_config.processor.method_denied[1]: txpool_*x: is neither a method's"
                                + " name nor the beginning of one and *; "))
                .anySatisfy(line -> assertThat(line)
                        .startsWith(at(14) + "proxy_config.processor.method_name_checker.regexp: [a-: is no regular"
                                + " expression ("))
                .anySatisfy(line -> assertThat(line)
                        .startsWith(at(14) + "proxy_config.processor.method_name_checker.denied_regexp: (: is no"
                                + " regular expression ("))
                .anySatisfy(line -> assertThat(line)
                        .startsWith(at(15) + "routing.chains.1.upstream_path: rpc: is neither client nor a path; "))
                .anySatisfy(line -> assertThat(line).startsWith(at(4) + "1/nodes/s1.port: 99999: "))
                .anySatisfy(line -> assertThat(line).startsWith(at(5) + "1/node/s2: "))
                .anySatisfy(line -> assertThat(line).startsWith(at(6) + "1/lastBlockNumber"))
                .anySatisfy(line -> assertThat(line).startsWith(at(7) + "1/nodes/s3: "))
                .hasSize(13);
    }

    @Test
    void what_has_no_effect_is_a_warning_on_stderr_and_no_fault() throws Exception {
        CommandRun run = check(
                "etcd_endpoints: [http://127.0.0.1:2379]",
                "proxy_config:",
                "  service_name: jrpcx",
                "  enable_pprof: true",
                "  observability: {static_resource: {a: b}}");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("0 faults\n");
        assertThat(run.faults())
                .satisfiesExactly(
                        line -> assertThat(line).contains(at(3) + "proxy_config.service_name: "),
                        line -> assertThat(line).contains(at(4) + "proxy_config.enable_pprof: "),
                        line -> assertThat(line).contains(at(5) + "proxy_config.observability.static_resource: "))
                .allSatisfy(line ->
                        assertThat(line).contains("the program that Ethryx replaces read it and did nothing with it"));
    }

    @Test
    void the_watched_file_of_a_topology_is_checked_too() throws Exception {
        String topology = file("nodes.yaml", "1/nodes/s1: {address: 127.0.0.1, port: 0}\n1/mirror/m1: 3\n");
        CommandRun run = check("discovery: {file: " + topology + "}");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines())
                .anySatisfy(line -> assertThat(line).startsWith(topology + ":1: 1/nodes/s1.port: 0: "))
                .anySatisfy(line -> assertThat(line).startsWith(topology + ":2: 1/mirror/m1: "))
                .last()
                .asString()
                .endsWith(" faults");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"missing.yaml | is not there; name a file that exists", ". | can't be read"})
    void a_file_that_can_not_be_read_is_one_fault(String name, String fault) {
        String path = directory.resolve(name).toString();
        CommandRun run = CommandRun.of("check", "--config", path);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith(path + ": ")
                .contains(fault);
        assertThat(run.out()).endsWith("1 fault\n");
    }

    @Test
    void a_topology_file_that_can_not_be_read_is_a_fault_of_the_configuration() throws Exception {
        CommandRun run = check("discovery: {file: /does/not/exist.yaml}");
        assertThat(run.out())
                .isEqualTo(directory.resolve("g.yaml")
                        + ": discovery.file: /does/not/exist.yaml: can't be read; name a readable file\n1 fault\n");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"check", "check --config a --config b", "check --config", "check --confg a", "check --config a b"
            })
    void wrong_usage_is_2_and_says_nothing_on_stdout(String arguments) {
        CommandRun run = CommandRun.of(arguments.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.faults())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).startsWith("ethryx: "));
    }

    @Test
    void a_gateway_with_a_pattern_that_can_not_be_read_does_not_start() throws Exception {
        String path = file("g.yaml", "proxy_config: {processor: {method_denied: ['*a']}}\n");
        CommandRun run = CommandRun.of("gateway", "--config", path);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.faults()).singleElement().asString().startsWith("ethryx: " + at(1) + "proxy_config.processor");
    }
}
