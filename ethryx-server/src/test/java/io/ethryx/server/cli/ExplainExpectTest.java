package io.ethryx.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ethryx explain --expect}: a file of expectations as a test of one's own routing rules. */
class ExplainExpectTest {

    private static final String CASE = "{name: old balance, chain: \"1\", head: \"0x1312d00\", request: "
            + ExplainCommandTest.OLD_BALANCE + ", expect: %s}";

    @TempDir
    private Path directory;

    private String config = "";

    @BeforeEach
    void write_the_configuration() throws IOException {
        String text = "discovery:\n  static:\n" + ExplainCommandTest.TOPOLOGY.indent(2) + ExplainCommandTest.GOVERNED;
        config = Files.writeString(directory.resolve("gateway.yaml"), text).toString();
    }

    private Path cases() {
        return directory.resolve("cases.yaml");
    }

    private CommandRun expect(String text) throws IOException {
        Files.writeString(cases(), text);
        return CommandRun.of("explain", "--config", config, "--expect", cases().toString());
    }

    @Test
    void expectations_that_are_fulfilled_end_well() throws IOException {
        CommandRun run = expect("- " + CASE.formatted("{pool: archive, node: a1, verdict: admitted}"));
        assertThat(run.out()).isEqualTo("1 expectations, 0 not fulfilled\n");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void each_mismatch_is_told_with_its_line_what_was_expected_and_what_came() throws IOException {
        CommandRun run = expect("- " + CASE.formatted("{verdict: admitted}") + "\n- "
                + CASE.formatted("{pool: state, node: s1, verdict: refused, reason: recent_tag}") + "\n");
        assertThat(run.out().lines())
                .containsExactly(
                        cases() + ":2: old balance: verdict: expected refused, got admitted",
                        cases() + ":2: old balance: pool: expected state, got archive",
                        cases() + ":2: old balance: node: expected s1, got a1",
                        cases() + ":2: old balance: reason: expected recent_tag, got older_than_window",
                        "2 expectations, 1 not fulfilled");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pool: archive", "node: a1", "verdict: admitted", "reason: older_than_window"})
    void only_what_is_given_is_compared(String member) throws IOException {
        assertThat(expect("- " + CASE.formatted("{" + member + "}")).exitCode()).isZero();
    }

    @Test
    void a_json_list_will_do() throws IOException {
        String json = "[{\"chain\":\"1\",\"head\":10,\"request\":" + ExplainCommandTest.OLD_BALANCE
                + ",\"expect\":{\"pool\":\"%s\"}}]";
        assertThat(expect(json.formatted("state")).exitCode()).isZero();
        assertThat(expect(json.formatted("archive")).exitCode()).isEqualTo(1);
    }

    @Test
    void a_case_may_ask_for_an_archive_node() throws IOException {
        String text = "- {chain: 1, archive: %s, request: " + ExplainCommandTest.OLD_BALANCE.replace("0x1", "latest")
                + ", expect: {pool: archive}}";
        assertThat(expect(text.formatted("true")).exitCode()).isZero();
        assertThat(expect(text.formatted("false")).exitCode()).isEqualTo(1);
    }

    @Test
    void what_governance_refuses_is_expected_by_its_verdict() throws IOException {
        CommandRun run = expect("- {chain: 1, request: {jsonrpc: \"2.0\", id: 1, method: debug_x},"
                + " expect: {verdict: refused, pool: none}}");
        assertThat(run.out()).isEqualTo("1 expectations, 0 not fulfilled\n");
    }

    @Test
    void cases_do_not_use_up_the_rate_limits_of_each_other() throws IOException {
        String each = "- {chain: 1, request: {jsonrpc: \"2.0\", id: 1, method: eth_chainId},"
                + " expect: {verdict: admitted}}\n";
        assertThat(expect(each.repeat(5)).out()).isEqualTo("5 expectations, 0 not fulfilled\n");
    }

    @Test
    void all_faults_of_the_cases_are_told_with_their_lines_and_none_is_run() throws IOException {
        CommandRun run = expect("""
                - chain: ""
                  request: {method: 1}
                  expect: {pool: arc}
                  nam: x
                - 5
                - {head: zz, archive: 3, chain: 1, expect: {}}
                """);
        String at = "ethryx: " + cases();
        assertThat(run.out()).isEmpty();
        assertThat(run.faults())
                .containsExactly(
                        at + ":1: [0].chain: is no chain id; write 1, 0x1 or 1-v2",
                        at + ":2: [0].request: is no JSON-RPC call: invalid request: method is a string, not empty;"
                                + " write a JSON-RPC request or a batch",
                        at + ":3: [0].expect.pool: arc: is not one of state, archive, native, none;"
                                + " write one of these, in lower case",
                        at + ":4: [0].nam: is no known key; did you mean name?",
                        at + ":5: [1]: 5: is a single value where a mapping is expected; write keys below it",
                        at + ":6: [2].head: zz: is no height of a block; write a number such as 20000000 or 0x1312d00",
                        at + ":6: [2]: has no request; write request: …",
                        at + ":6: [2].archive: 3: is not one of true, false; write one of these, in lower case",
                        at + ":6: [2].expect: expects nothing; write pool, node, verdict or reason");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void a_file_without_cases_is_refused() throws IOException {
        assertThat(expect("").faults()).containsExactly("ethryx: " + cases() + ": holds no case; write a list of them");
        assertThat(expect("a: 1").faults())
                .containsExactly("ethryx: " + cases()
                        + ":1: is a mapping where a list is expected; write [a, b] or one - a line");
        assertThat(expect("[").exitCode()).isEqualTo(1);
    }

    @Test
    void what_each_case_says_itself_is_no_flag() {
        CommandRun run = CommandRun.of(
                "explain",
                "--config",
                config,
                "--expect",
                "x",
                "--chain",
                "1",
                "--head",
                "1",
                "--archive",
                "--json",
                "f");
        assertThat(run.faults())
                .containsExactly(
                        "ethryx: --chain does not go with --expect; leave it out",
                        "ethryx: --head does not go with --expect; leave it out",
                        "ethryx: --archive does not go with --expect; leave it out",
                        "ethryx: --json does not go with --expect; leave it out",
                        "ethryx: requests do not go with --expect, whose cases hold their own; leave \"f\" out");
        assertThat(run.exitCode()).isEqualTo(2);
    }
}
