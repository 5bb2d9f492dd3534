package io.ethryx.server.gateway;

import static io.ethryx.server.gateway.ThreePools.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.settings.UsageSettings;
import io.ethryx.server.yaml.YamlFault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the program that Ethryx replaces pins in its own tests, group by group, as far as routing, selection, configuration,
 * JSON-RPC, batches and retries go. Where a decision of Ethryx differs the test names it and asserts the decision.
 */
@Timeout(60)
final class ReferenceBehaviourTest {

    private static final String HASH = "0x" + "ab".repeat(32);

    private final List<AutoCloseable> open = new ArrayList<>();

    private <T extends AutoCloseable> T opened(T part) {
        open.add(0, part);
        return part;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable part : open) {
            part.close();
        }
    }

    @Nested
    final class TheLoadBalancer {

        /** The context is the last of seven parameters. */
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "{\"block_id\":\"HASH\",\"type\":\"Contains\"} | state",
                    "{\"block_id\":\"latest\",\"type\":\"Contains\"} | state",
                    "{\"block_id\":\"0x1\",\"type\":\"Contains\"} | state",
                    "{\"block_id\":\"0x1\",\"type\":\"Equals\"} | archive",
                    "{\"block_id\":\"0x3a8\",\"type\":\"Equals\"} | state",
                    "{\"block_id\":\"0x3a7\",\"type\":\"Equals\"} | archive",
                    "{\"block_id\":\"0x3e9\",\"type\":\"Equals\"} | state",
                    "{\"block_id\":\"latest\",\"type\":\"Equals\"} | state",
                    "{\"block_id\":\"pending\",\"type\":\"Equals\"} | state",
                    "{\"block_id\":\"earliest\",\"type\":\"Equals\"} | archive",
                    "{\"block_id\":\"finalized\",\"type\":\"Equals\"} | archive",
                    "{\"block_id\":\"HASH\",\"type\":\"Equals\"} | state",
                    "{\"block_id\":{\"blockNumber\":\"0x1\"},\"type\":\"Equals\"} | archive",
                    "{\"block_id\":\"0x1\",\"type\":\"Else\"} | state",
                    "{\"block_id\":\"0x1\"} | state",
                    "{\"type\":\"Equals\"} | state",
                })
        void finds_the_context_behind_six_other_parameters(String context, String pool) throws Exception {
            ThreePools pools = opened(ThreePools.named());
            assertThat(pools.answer(call("eth_multiCall", "[1,2,3,4,5,6," + context.replace("HASH", HASH) + "]")))
                    .contains("\"result\":\"" + pool + "\"");
        }

        @ParameterizedTest
        @CsvSource({
            "archive,archive",
            "' archive ',archive",
            "ARCHIVE,state",
            "state,state",
            "native,state",
            "true,state",
            "nonsense,state",
            "'',state"
        })
        void hears_one_exact_word_of_the_node_type_header(String value, String pool) throws Exception {
            ThreePools pools = opened(ThreePools.named());
            assertThat(pools.answer(call("eth_x", "[]"), "x-nodex-node-type: " + value))
                    .contains("\"result\":\"" + pool + "\"");
            assertThat(pools.answer(call("eth_x", "[]"), "X-NodeX-Node-Type: " + value))
                    .contains("\"result\":\"" + pool + "\"");
        }

        @ParameterizedTest
        @ValueSource(strings = {"/56", "/0x38", "/0X38", "/056", "/+56", "/%2056%20"})
        void knows_a_chain_by_any_of_its_forms(String path) throws Exception {
            ScriptedNode node = opened(ScriptedNode.named("here"));
            GatewayFixture gateway = opened(GatewayFixture.start(node.as("56/nodes/s", 1)));
            assertThat(gateway.ask(path, call("eth_x", "[]"))).contains("\"result\":\"here\"");
        }

        /** G13 and G11: a version is told by any form of its chain, too. The reference finds no pool for 0x38-v1. */
        @ParameterizedTest
        @ValueSource(strings = {"/56-v1", "/0x38-v1", "/056-v1"})
        void knows_a_version_by_any_form_of_its_chain(String path) throws Exception {
            ScriptedNode node = opened(ScriptedNode.named("versioned"));
            GatewayFixture gateway = opened(GatewayFixture.start(node.as("56/v1/nodes/s", 1)));
            assertThat(gateway.ask(path, call("eth_x", "[]"))).contains("\"result\":\"versioned\"");
            assertThat(gateway.ask("/56", call("eth_x", "[]"))).contains("no backends available");
        }

        @ParameterizedTest
        @CsvSource({"/ethereum, no backends available", "/-v1, invalid chain id", "/%20, invalid chain id"})
        void has_no_nodes_for_a_word_and_refuses_a_blank(String path, String says) throws Exception {
            ThreePools pools = opened(ThreePools.named());
            assertThat(pools.gateway.ask(path, call("eth_x", "[]")))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("\"data\":\"" + says + "\"");
        }

        /** A small call and a long answer come through with 200. */
        @Test
        void serves_a_small_call_and_a_long_answer() throws Exception {
            String logs = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[\"" + "0".repeat(64_000) + "\"]}";
            ThreePools pools =
                    opened(ThreePools.of(body -> body.contains("eth_getLogs") ? logs : ThreePools.echo(body)));
            assertThat(pools.ask(call("eth_blockNumber", "[]"))).startsWith("HTTP/1.1 200 ");
            assertThat(pools.ask(call("eth_getLogs", "[{}]")))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("\r\n\r\n" + logs);
        }
    }

    @Nested
    final class RetriesByCode {

        private static final String MISSING =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-39006,\"message\":\"m\"}}";
        private static final String NATIVE =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-39008,\"message\":\"m\"}}";

        @Test
        void take_a_missing_state_to_the_archive_and_a_precompile_to_a_native_node() throws Exception {
            List<String> order = new ArrayList<>();
            ScriptedNode state = opened(ScriptedNode.answering(body -> told(order, "state", MISSING)));
            ScriptedNode archive = opened(ScriptedNode.answering(body -> told(order, "archive", NATIVE)));
            ScriptedNode natives = opened(ScriptedNode.answering(
                    body -> told(order, "native", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"native\"}")));
            GatewayFixture gateway = opened(GatewayFixture.start(
                    state.as("1/nodes/s", 1), archive.as("1/nodes/a", 2), natives.as("1/nativeNodes/n", 0)));
            assertThat(gateway.ask("/1", call("eth_call", "[{},\"latest\"]")))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"native\"}");
            assertThat(order).containsExactly("state", "archive", "native");
        }

        private static String told(List<String> order, String name, String answer) {
            synchronized (order) {
                order.add(name);
            }
            return answer;
        }

        /** Success, a nested error, text that only looks like one, and what is no JSON lead nowhere else. */
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"ok\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"error\":{\"code\":-39006}}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\\\"error\\\":{\\\"code\\\":-39006}\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-39001,\"message\":\"error -39006\"}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":null,\"result\":1}",
                })
        void come_of_nothing_but_the_code_of_an_error(String answer) throws Exception {
            ThreePools pools = opened(ThreePools.of(body -> answer));
            assertThat(pools.answer(call("eth_call", "[{},\"latest\"]"))).isEqualTo(answer);
            assertThat(pools.asked()).isEqualTo(1);
        }

        @Test
        void are_not_made_for_a_caller_who_asked_for_an_archive_node() throws Exception {
            ScriptedNode archive = opened(ScriptedNode.answering(body -> MISSING));
            ScriptedNode state = opened(ScriptedNode.named("state"));
            GatewayFixture gateway = opened(GatewayFixture.start(state.as("1/nodes/s", 1), archive.as("1/nodes/a", 2)));
            assertThat(gateway.ask("/1", call("eth_call", "[{},\"latest\"]"), "x-nodex-node-type: archive"))
                    .endsWith("\r\n\r\n" + MISSING);
            assertThat(state.upstream().received()).isEmpty();
        }

        /** G33: in a batch only the elements that failed are asked again; the reference sends the whole batch. */
        @Test
        void send_again_the_failed_elements_of_a_batch_only() throws Exception {
            ThreePools pools = opened(ThreePools.of(body -> "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"state\"},"
                    + "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-39008,\"message\":\"m\"}}]"));
            String second = call("2", "eth_b", "[]");
            assertThat(pools.answer("[" + call("1", "eth_a", "[]") + "," + second + "]"))
                    .isEqualTo(
                            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"state\"},{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"native\"}]");
            assertThat(pools.natives.upstream().nextRequest()).endsWith("\r\n\r\n[" + second + "]");
        }

        /** G4: the reference answers "no backends available" and loses what the node said. */
        @Test
        void leave_the_node_s_answer_where_there_is_no_archive_node() throws Exception {
            ScriptedNode state = opened(ScriptedNode.answering(body -> MISSING));
            GatewayFixture gateway = opened(GatewayFixture.start(state.as("1/nodes/s", 1)));
            assertThat(gateway.ask("/1", call("eth_call", "[{},\"latest\"]"))).endsWith("\r\n\r\n" + MISSING);
        }

        @Test
        void end_with_an_error_where_there_is_no_native_node() throws Exception {
            ScriptedNode state = opened(ScriptedNode.answering(body -> NATIVE));
            GatewayFixture gateway = opened(GatewayFixture.start(state.as("1/nodes/s", 1)));
            assertThat(gateway.ask("/1", call("eth_call", "[{},\"latest\"]")))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("\"code\":-32603", "\"data\":\"no native backends available\"");
        }
    }

    @Nested
    final class Selectors {

        private GatewayFixture gateway(String strategy, int... weights) throws IOException {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < weights.length; i++) {
                ScriptedNode node = opened(ScriptedNode.named("n" + (i + 1)));
                lines.add(node.as("1/nodes/n" + (i + 1), 1).replace("}", ", weight: " + weights[i] + "}"));
            }
            lines.add("---");
            lines.add("proxy_config: {node_select_strategy: " + strategy + "}");
            return opened(GatewayFixture.start(lines.toArray(String[]::new)));
        }

        private static String picks(GatewayFixture gateway, int calls) throws IOException {
            StringBuilder picks = new StringBuilder();
            for (int i = 0; i < calls; i++) {
                picks.append(gateway.ask("/1", call("eth_x", "[]")).replaceAll("(?s).*\"result\":\"n(\\d)\".*", "$1"));
            }
            return picks.toString();
        }

        @Test
        void by_chance_pick_one_of_the_nodes_without_any_gateway_setting() throws Exception {
            Set<String> seen = new TreeSet<>();
            for (char pick : picks(gateway("random", 100, 100), 60).toCharArray()) {
                seen.add(String.valueOf(pick));
            }
            assertThat(seen).containsExactly("1", "2");
        }

        @Test
        void in_turn_go_round() throws Exception {
            assertThat(picks(gateway("round_robin", 1, 1, 1), 9)).isEqualTo("123123123");
        }

        @Test
        void in_turn_keep_to_weights_smoothly() throws Exception {
            assertThat(picks(gateway("round_robin", 1, 2, 3), 12)).isEqualTo("323123323123");
        }
    }

    @Nested
    final class Configuration {

        private GatewaySettings settings(String... lines) {
            return GatewayFile.parse("reference.yaml", String.join("\n", lines))
                    .settings()
                    .orElseThrow();
        }

        private List<String> faults(String... lines) {
            return GatewayFile.parse("reference.yaml", String.join("\n", lines)).faults().stream()
                    .map(YamlFault::sentence)
                    .toList();
        }

        @Test
        void usage_has_its_topic_and_its_interval() {
            GatewaySettings read = settings("usage: {kafka_brokers: ['127.0.0.1:9092']}");
            assertThat(read.usage().interval()).isEqualTo(Duration.ofSeconds(5));
            assertThat(read.usage().sink())
                    .isInstanceOfSatisfying(
                            UsageSettings.Kafka.class,
                            kafka -> assertThat(kafka.topic()).isEqualTo("leafage-usage"));
        }

        @Test
        void part_of_it_leaves_the_rest_as_it_is() {
            GatewaySettings read =
                    settings("usage: {kafka_brokers: ['127.0.0.1:9092'], kafka_topic: mine, report_interval: 12s}");
            assertThat(read.usage().interval()).isEqualTo(Duration.ofSeconds(12));
            assertThat(read.usage().sink())
                    .isInstanceOfSatisfying(
                            UsageSettings.Kafka.class,
                            kafka -> assertThat(kafka.topic()).isEqualTo("mine"));
        }

        @Test
        void usage_without_brokers_is_off() {
            assertThat(settings("usage: {}").usage().sink()).isInstanceOf(UsageSettings.None.class);
        }

        @Test
        void a_blank_topic_and_an_interval_of_nought_are_refused() {
            assertThat(faults("usage: {kafka_brokers: ['127.0.0.1:9092'], kafka_topic: ' '}"))
                    .singleElement()
                    .asString()
                    .contains("usage.kafka_topic");
            assertThat(faults("usage: {kafka_brokers: ['127.0.0.1:9092'], report_interval: 0s}"))
                    .singleElement()
                    .asString()
                    .contains("usage.report_interval");
        }

        /** G41 and the key lifecycle.shutdown_grace: a fixed time instead of one that is worked out of the time-outs. */
        @Test
        void calls_in_flight_have_half_a_minute_at_the_end_whatever_their_time_outs_are() {
            GatewaySettings read = settings(
                    "proxy_config:",
                    "  rpc_method_timeout_config: {eth_call: 12000}",
                    "  conn_dial_timeout: 3000",
                    "  conn_max_wait_timeout: 1000");
            assertThat(read.lifecycle().shutdownGrace()).isEqualTo(Duration.ofSeconds(30));
        }

        /** G25: the reference ignores it. */
        @Test
        void a_key_that_nobody_knows_is_refused() {
            assertThat(faults("proxy_config: {node_select_stratgy: random}"))
                    .singleElement()
                    .asString()
                    .contains("did you mean node_select_strategy?");
        }

        /** G25: the reference starts and crashes at the first call. */
        @Test
        void a_strategy_that_nobody_knows_is_refused() {
            assertThat(faults("proxy_config: {node_select_strategy: best}"))
                    .singleElement()
                    .asString()
                    .contains("best");
        }
    }
}
