package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two State nodes; which of them a call asks first is left to chance, so that both go by one script. */
@Timeout(60)
final class HedgingTest {

    private static final String CALL =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_call\",\"params\":[{},\"latest\"]}";
    private static final String HEDGED = "retry: {hedge: {eth_call: {after: 20ms}}}";

    private final AtomicInteger requests = new AtomicInteger();
    private ScriptedNode one;
    private ScriptedNode other;
    private GatewayFixture gateway;

    /** What a node does with the n-th request of all, from 1. */
    private interface Turn {
        void take(RawUpstream.Connection connection, int turn) throws Exception;
    }

    private void serve(Turn turn, String... top) throws IOException {
        RawUpstream.Script script = connection -> {
            while (connection.readRequest() != null) {
                turn.take(connection, requests.incrementAndGet());
            }
        };
        one = ScriptedNode.of(script);
        other = ScriptedNode.of(script);
        gateway = GatewayFixture.start(one.as("1/nodes/a", 1), other.as("1/nodes/b", 1), "---", String.join("\n", top));
    }

    private static void answer(RawUpstream.Connection connection, String body) throws IOException {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static String result(String value) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + value + "\"}";
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        one.close();
        other.close();
    }

    @Test
    void a_call_that_takes_long_goes_to_a_second_node_whose_answer_wins_and_the_first_is_cancelled() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        String answer = result("second".repeat(20_000));
        serve(
                (connection, turn) -> {
                    if (turn == 1) {
                        connection.readToEnd();
                        cancelled.countDown();
                    } else {
                        connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + answer.length() + "\r\n\r\n"
                                + answer.substring(0, 100_000));
                        assertThat(cancelled.await(15, TimeUnit.SECONDS)).isTrue();
                        connection.send(answer.substring(100_000));
                    }
                },
                HEDGED);
        assertThat(gateway.ask("/1", CALL)).endsWith(answer);
        gateway.awaitSum(1, "ethryx_gateway_hedges_total", "chain_id", "1");
        gateway.awaitSum(1, "ethryx_gateway_hedges_won_total", "chain_id", "1");
        gateway.awaitSum(0, "ethryx_gateway_retries_total");
    }

    @Test
    void a_second_node_that_fails_does_not_end_the_call_of_the_first() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        serve(
                (connection, turn) -> {
                    if (turn == 1) {
                        assertThat(failed.await(15, TimeUnit.SECONDS)).isTrue();
                        answer(connection, result("first"));
                    } else {
                        answer(connection, "<html>busy</html>");
                        failed.countDown();
                    }
                },
                HEDGED);
        assertThat(gateway.ask("/1", CALL)).endsWith(result("first"));
        gateway.awaitSum(1, "ethryx_gateway_hedges_total", "chain_id", "1");
        gateway.awaitSum(0, "ethryx_gateway_hedges_won_total");
    }

    @Test
    void a_first_node_that_fails_leaves_the_call_to_the_second() throws Exception {
        CountDownLatch hedged = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        serve(
                (connection, turn) -> {
                    if (turn == 1) {
                        assertThat(hedged.await(15, TimeUnit.SECONDS)).isTrue();
                        answer(connection, "<html>busy</html>");
                        failed.countDown();
                    } else {
                        hedged.countDown();
                        assertThat(failed.await(15, TimeUnit.SECONDS)).isTrue();
                        answer(connection, result("second"));
                    }
                },
                HEDGED);
        assertThat(gateway.ask("/1", CALL)).endsWith(result("second"));
        assertThat(requests).hasValue(2);
    }

    @Test
    void when_both_fail_the_call_goes_on_as_after_two_attempts() throws Exception {
        CountDownLatch hedged = new CountDownLatch(1);
        serve(
                (connection, turn) -> {
                    if (turn == 1) {
                        assertThat(hedged.await(15, TimeUnit.SECONDS)).isTrue();
                    } else {
                        hedged.countDown();
                    }
                    connection.reset();
                },
                HEDGED);
        assertThat(gateway.ask("/1", CALL)).startsWith("HTTP/1.1 502 ");
        assertThat(requests).hasValue(2);
    }

    @Test
    void an_error_of_a_node_is_an_answer() throws Exception {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":3,\"message\":\"execution reverted\"}}";
        serve(
                (connection, turn) -> {
                    if (turn == 1) {
                        connection.readToEnd();
                    } else {
                        answer(connection, error);
                    }
                },
                HEDGED);
        assertThat(gateway.ask("/1", CALL)).endsWith(error);
    }

    @Test
    void no_more_copies_are_sent_than_one_for_ten_calls_and_ten_in_advance() throws Exception {
        serve((connection, turn) -> connection.readToEnd(), HEDGED, "proxy_config: {default_rpc_timeout: 2000}");
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            RawClient client = gateway.client();
            clients.add(client);
            client.send(GatewayFixture.post("/1", CALL));
        }
        for (RawClient client : clients) {
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 504 ");
            client.close();
        }
        assertThat(gateway.metrics().sum("ethryx_gateway_hedges_total")).isBetween(1.0, 13.0);
    }

    @Test
    void a_node_is_slow_when_it_takes_longer_than_for_nearly_all_its_answers_of_the_last_minute() throws Exception {
        AtomicBoolean holdsNext = new AtomicBoolean();
        serve(
                (connection, turn) -> {
                    if (holdsNext.compareAndSet(true, false)) {
                        connection.readToEnd();
                    } else {
                        answer(connection, result("fast"));
                    }
                },
                "retry: {hedge: {eth_call: {after: p95}}}",
                "proxy_config: {default_rpc_timeout: 2000}");
        String answer = "";
        // On a busy machine many answers are slow, and the copies that may be sent used up: then again.
        for (int round = 0; round < 10 && !answer.endsWith(result("fast")); round++) {
            for (int i = 0; i < 300; i++) {
                assertThat(gateway.ask("/1", CALL)).endsWith(result("fast"));
            }
            holdsNext.set(true);
            answer = gateway.ask("/1", CALL);
            assertThat(holdsNext).isFalse();
        }
        assertThat(answer).endsWith(result("fast"));
    }

    @Test
    void a_method_that_submits_and_one_without_a_rule_go_to_one_node_alone() throws Exception {
        serve(
                (connection, turn) -> connection.readToEnd(),
                "retry: {hedge: {eth_sendRawTransaction: {after: 1ms}, eth_call: {after: 1ms}}}",
                "proxy_config: {default_rpc_timeout: 300}");
        assertThat(gateway.ask("/1", CALL.replace("eth_call", "eth_sendRawTransaction")))
                .startsWith("HTTP/1.1 504 ");
        assertThat(gateway.ask("/1", CALL.replace("eth_call", "eth_getBalance")))
                .startsWith("HTTP/1.1 504 ");
        assertThat(requests).hasValue(2);
    }
}
