package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two State nodes that each know the filters that they made, and no others. */
@Timeout(60)
final class FiltersTest {

    private static final Pattern ELEMENT =
            Pattern.compile("\"id\":(\\d+),\"method\":\"(\\w+)\",\"params\":\\[(?:\"(\\w+)\")?");
    private static final Pattern RESULT = Pattern.compile("\"result\":\"(\\w+)\"");

    private final List<ScriptedNode> nodes = new ArrayList<>();
    private final AtomicInteger made = new AtomicInteger();
    private GatewayFixture gateway;

    @BeforeEach
    void start() throws IOException {
        nodes.add(ScriptedNode.answering(body -> answer("a", body)));
        nodes.add(ScriptedNode.answering(body -> answer("b", body)));
        gateway = GatewayFixture.start(
                nodes.get(0).as("1/nodes/a", 1), nodes.get(1).as("1/nodes/b", 1));
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        for (ScriptedNode node : nodes) {
            node.close();
        }
    }

    private String answer(String node, String body) {
        List<String> answers = new ArrayList<>();
        Matcher element = ELEMENT.matcher(body);
        while (element.find()) {
            String filter = element.group(3);
            String says = element.group(2).startsWith("eth_new")
                    ? "\"result\":\"0x" + node + made.incrementAndGet() + "\""
                    : filter.startsWith("0x" + node)
                            ? "\"result\":[\"" + node + "\"]"
                            : "\"error\":{\"code\":-32000,\"message\":\"filter not found\"}";
            answers.add("{\"jsonrpc\":\"2.0\",\"id\":" + element.group(1) + "," + says + "}");
        }
        return body.startsWith("[") ? answers.toString() : answers.get(0);
    }

    private static String call(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":[" + params + "]}";
    }

    private static List<String> results(String answer) {
        return RESULT.matcher(answer).results().map(found -> found.group(1)).toList();
    }

    @Test
    void fifty_questions_about_a_filter_all_reach_the_node_that_made_it() throws IOException {
        for (String method : List.of("eth_newBlockFilter", "eth_newFilter")) {
            String id = results(gateway.ask("/1", call(1, method, "{}"))).get(0);
            for (int i = 0; i < 50; i++) {
                assertThat(gateway.ask("/0x1", call(i, "eth_getFilterChanges", '"' + id + '"')))
                        .contains("\"result\":[\"" + id.charAt(2) + "\"]");
            }
        }
    }

    @Test
    void filters_of_several_nodes_are_made_and_asked_for_in_batches() throws IOException {
        List<String> ids = new ArrayList<>();
        while (ids.stream().map(id -> id.charAt(2)).distinct().count() < 2) {
            ids.addAll(results(gateway.ask(
                    "/1", "[" + call(1, "eth_newBlockFilter", "") + "," + call(2, "eth_newFilter", "{}") + "]")));
        }
        List<String> calls = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            calls.add(call(i, "eth_getFilterLogs", '"' + ids.get(i) + '"'));
            expected.add("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"result\":[\""
                    + ids.get(i).charAt(2) + "\"]}");
        }
        assertThat(gateway.ask("/1", "[" + String.join(",", calls) + "]"))
                .endsWith("[" + String.join(",", expected) + "]");
    }

    @Test
    void nodes_that_count_their_filters_alike_are_told_apart_by_who_calls() throws IOException {
        gateway.close();
        for (String node : List.of("a", "b")) {
            nodes.add(ScriptedNode.answering(body ->
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + (body.contains("eth_new") ? "0x1" : node) + "\"}"));
        }
        gateway = GatewayFixture.start(
                nodes.get(2).as("1/nodes/a", 1), nodes.get(3).as("1/nodes/b", 2));
        gateway.ask("/1", call(1, "eth_newBlockFilter", ""), "client-id: alice");
        gateway.ask("/1", call(1, "eth_newBlockFilter", ""), "client-id: bob", "x-nodex-node-type: archive");
        for (int i = 0; i < 10; i++) {
            String asked = call(i, "eth_getFilterChanges", "\"0x1\"");
            assertThat(results(gateway.ask("/1", asked, "client-id: alice"))).containsExactly("a");
            assertThat(results(gateway.ask("/1", asked, "client-id: bob"))).containsExactly("b");
        }
    }

    @Test
    void a_filter_that_nobody_made_is_answered_by_a_node() throws IOException {
        assertThat(gateway.ask("/1", call(1, "eth_uninstallFilter", "\"0xc1\"")))
                .startsWith("HTTP/1.1 200 ")
                .contains("filter not found");
    }

    @Test
    void an_id_in_an_answer_that_is_zipped_is_remembered_too_and_passes_as_it_came() throws IOException {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0xz1\"}";
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(body.getBytes(StandardCharsets.UTF_8));
        }
        String raw = zipped.toString(StandardCharsets.ISO_8859_1);
        ScriptedNode zipping = ScriptedNode.of(connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + raw.length()
                        + "\r\n\r\n" + raw);
            }
        });
        ScriptedNode plain = ScriptedNode.named("plain");
        nodes.add(zipping);
        nodes.add(plain);
        gateway.close();
        gateway = GatewayFixture.start(zipping.as("1/nodes/z", 2), plain.as("1/nodes/p", 1));
        String made = gateway.ask("/1", call(1, "eth_newFilter", "{}"), "x-nodex-node-type: archive");
        assertThat(made).endsWith(raw);
        assertThat(gateway.ask("/1", call(1, "eth_getFilterChanges", "\"0xz1\"")))
                .endsWith(raw);
    }
}
