package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class CallTracesTest {

    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";
    private static final Pattern CONTEXT =
            Pattern.compile("(?i)traceparent: 00-([0-9a-f]{32})-([0-9a-f]{16})-0([0-3])\r\n");

    private RawUpstream collector;
    private ScriptedNode node;
    private GatewayFixture gateway;

    @BeforeEach
    void start() throws IOException {
        collector = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        node = ScriptedNode.named("state");
    }

    private void serve(double ratio) throws IOException {
        gateway = GatewayFixture.start(
                node.as("1/nodes/s1", 1),
                "---",
                "proxy_config: {observability: {trace: {enable: true, otlp_endpoint: \"http://127.0.0.1:"
                        + collector.port() + "\", sampling_ratio: " + ratio + "}}}");
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        node.close();
        collector.close();
    }

    private Matcher contextAtTheNode() {
        Matcher context = CONTEXT.matcher(node.upstream().received());
        assertThat(context.find()).as(node.upstream().received()).isTrue();
        return context;
    }

    @Test
    void a_call_of_a_sampled_trace_is_told_with_its_node_which_gets_the_context() throws IOException {
        serve(0);
        gateway.ask("/1?key=s3cret", CALL, "traceparent: 00-" + TRACE + "-" + PARENT + "-01", "tracestate: a=1");
        Matcher context = contextAtTheNode();
        assertThat(context.group(1)).isEqualTo(TRACE);
        assertThat(context.group(2)).isNotEqualTo(PARENT);
        assertThat(context.group(3)).isEqualTo("1");
        assertThat(context.find()).isFalse();
        assertThat(node.upstream().received()).containsIgnoringCase("tracestate: a=1\r\n");
        gateway.close();
        assertThat(collector.received())
                .contains("POST /v1/traces", "RoundTrip", "Upstream", "eth_chainId", "s1", "rpc_method", "state")
                .doesNotContain("s3cret");
    }

    @Test
    void the_ratio_decides_about_calls_that_begin_a_trace() throws IOException {
        serve(0);
        gateway.ask("/1", CALL);
        assertThat(contextAtTheNode().group(3)).isIn("0", "2");
        gateway.close();
        assertThat(collector.received()).doesNotContain("RoundTrip");
    }

    @Test
    void with_a_ratio_of_one_every_such_call_is_told() throws IOException {
        serve(1);
        gateway.ask("/1", "[" + CALL + "]");
        assertThat(contextAtTheNode().group(3)).isIn("1", "3");
        gateway.close();
        assertThat(collector.received()).contains("RoundTrip", "Upstream", "batch");
    }

    @Test
    void a_trace_that_the_client_does_not_sample_is_not_told_whatever_the_ratio() throws IOException {
        serve(1);
        gateway.ask("/1", CALL, "traceparent: 00-" + TRACE + "-" + PARENT + "-00");
        assertThat(contextAtTheNode().group(3)).isIn("0", "2");
        gateway.close();
        assertThat(collector.received()).doesNotContain("RoundTrip");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ff-" + TRACE + "-" + PARENT + "-01",
                "00-00000000000000000000000000000000-" + PARENT + "-01",
                "00-" + TRACE + "-0000000000000000-01",
                "00-" + TRACE + "-" + PARENT + "-01-more",
                "00-0AF7651916CD43DD8448EB211C80319C-" + PARENT + "-01",
                "00-" + TRACE + "-" + PARENT + "-01\r\ntraceparent: 00-" + TRACE + "-" + PARENT + "-00",
                "00-" + TRACE + "-" + PARENT + "-01, 00-" + TRACE + "-" + PARENT + "-00",
                "nonsense",
            })
    void a_context_that_is_none_begins_a_trace_and_nodes_get_one_that_is(String invalid) throws IOException {
        serve(1);
        gateway.ask("/1", CALL, "traceparent: " + invalid, "tracestate: a=1");
        Matcher context = contextAtTheNode();
        assertThat(context.group(1)).isNotEqualToIgnoringCase(TRACE);
        assertThat(context.find()).isFalse();
        assertThat(node.upstream().received())
                .doesNotContainIgnoringCase("tracestate")
                .doesNotContain("nonsense");
    }

    @Test
    void a_state_in_several_lines_goes_on_in_one() throws IOException {
        serve(1);
        gateway.ask(
                "/1",
                CALL,
                "traceparent: 00-" + TRACE + "-" + PARENT + "-01",
                "tracestate: a=1",
                "tracestate: b=2,c=3");
        assertThat(node.upstream().received()).containsIgnoringCase("tracestate: a=1,b=2,c=3\r\n");
    }

    @Test
    void a_collector_that_is_gone_touches_no_call() throws IOException {
        serve(1);
        collector.close();
        for (int i = 0; i < 20; i++) {
            assertThat(gateway.ask("/1", CALL)).endsWith("\"state\"}");
        }
    }

    @Test
    void without_a_collector_the_clients_context_passes_as_it_came() throws IOException {
        gateway = GatewayFixture.start(node.as("1/nodes/s1", 1));
        gateway.ask("/1", CALL, "traceparent: 00-" + TRACE + "-" + PARENT + "-01");
        assertThat(contextAtTheNode().group(2)).isEqualTo(PARENT);
    }
}
