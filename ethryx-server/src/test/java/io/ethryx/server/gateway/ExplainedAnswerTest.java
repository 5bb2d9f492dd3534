package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ExplainedAnswerTest {

    private static final String ASKED = "X-Ethryx-Explain: 1";

    private ScriptedNode state;
    private ScriptedNode archive;
    private GatewayFixture gateway;

    @BeforeEach
    void start() throws IOException {
        state = ScriptedNode.of(connection -> {
            while (connection.readRequest() != null) {
                connection.send(
                        "HTTP/1.1 200 OK\r\nx-ethryx-node: liar\r\nContent-Length: 38\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"s1\"}");
            }
        });
        archive = ScriptedNode.named("archive");
    }

    private void serve(String... top) throws IOException {
        gateway = GatewayFixture.start(
                state.as("1/nodes/s1", 1),
                archive.as("1/nodes/a1", 2),
                "1/lastBlockNumber: {latestBlockNumber: \"0x1312d00\"}",
                "---",
                String.join("\n", top));
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        state.close();
        archive.close();
    }

    private static String call(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private String local(String body, String... more) throws IOException {
        String[] fields = new String[more.length + 1];
        System.arraycopy(more, 0, fields, 0, more.length);
        fields[more.length] = ASKED;
        return GatewayFixture.asLocal(gateway, "/1", body, fields);
    }

    @Test
    void an_operator_is_told_where_the_call_went_and_why() throws IOException {
        serve();
        assertThat(local(call("eth_getBalance", "[\"0x1\",\"0x1\"]")))
                .contains(
                        "x-ethryx-pool: archive\r\n",
                        "x-ethryx-node: a1\r\n",
                        "x-ethryx-reason: older_than_window\r\n",
                        "x-ethryx-head: 0x1312d00\r\n",
                        "x-ethryx-attempts: 1\r\n")
                .endsWith("\"archive\"}");
        assertThat(archive.upstream().received()).doesNotContainIgnoringCase("x-ethryx");
    }

    @Test
    void a_node_has_no_say_in_it() throws IOException {
        serve();
        assertThat(local(call("eth_chainId", "[]")))
                .contains("x-ethryx-node: s1\r\n")
                .doesNotContain("liar");
    }

    @Test
    void a_call_that_was_passed_over_is_told_with_its_last_node_and_all_attempts() throws IOException {
        state.close();
        serve();
        assertThat(local(call("eth_call", "[{},\"latest\"]")))
                .contains(
                        "x-ethryx-node: a1\r\n", "x-ethryx-reason: other_pool_failed\r\n", "x-ethryx-attempts: 2\r\n");
    }

    @Test
    void a_call_that_reached_no_node_says_so() throws IOException {
        serve();
        assertThat(local(call("txpool_status", "[]")))
                .startsWith("HTTP/1.1 400 ")
                .contains("x-ethryx-attempts: 0\r\n")
                .doesNotContain("x-ethryx-node");
        assertThat(local("no JSON")).contains("-32700").doesNotContain("x-ethryx-");
    }

    @Test
    void the_parts_of_a_batch_are_told_together() throws IOException {
        serve();
        assertThat(local("[" + call("eth_chainId", "[]") + "," + call("eth_getBalance", "[\"0x1\",\"0x1\"]") + "]"))
                .containsPattern("x-ethryx-node: (s1, a1|a1, s1)\r\n")
                .containsPattern("x-ethryx-pool: (state, archive|archive, state)\r\n")
                .contains("x-ethryx-attempts: 2\r\n");
    }

    @Test
    void others_are_told_nothing_and_the_question_stays_here() throws IOException {
        serve();
        String call = call("eth_getBalance", "[\"0x1\",\"0x1\"]");
        assertThat(gateway.ask("/1", call, ASKED)).doesNotContain("x-ethryx");
        assertThat(local(call, "X-Forwarded-For: 192.0.2.1")).doesNotContain("x-ethryx");
        assertThat(local(call, "Origin: https://a.example")).doesNotContain("x-ethryx");
        assertThat(GatewayFixture.asLocal(gateway, "/1", call)).doesNotContain("x-ethryx");
        assertThat(GatewayFixture.asLocal(gateway, "/1", call, "x-ethryx-explain: 0"))
                .doesNotContain("x-ethryx");
        assertThat(archive.upstream().received()).doesNotContainIgnoringCase("x-ethryx");
    }

    @Test
    void with_a_token_file_its_token_is_asked_for_and_never_reaches_a_node(@TempDir Path folder) throws IOException {
        Path token = folder.resolve("token");
        Files.createFile(token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(token, "0123456789abcdef0123456789abcdef\n");
        serve("admin: {token_file: " + token + "}");
        String call = call("eth_getBalance", "[\"0x1\",\"0x1\"]");
        assertThat(gateway.ask("/1", call, ASKED, "Authorization: Bearer 0123456789abcdef0123456789abcdef"))
                .contains("x-ethryx-node: a1\r\n");
        assertThat(archive.upstream().received()).doesNotContainIgnoringCase("0123456789abcdef");
        assertThat(gateway.ask("/1", call, ASKED, "Authorization: Bearer the-nodes-own"))
                .doesNotContain("x-ethryx");
        assertThat(archive.upstream().received()).contains("the-nodes-own");
        assertThat(local(call)).doesNotContain("x-ethryx");
    }
}
