package io.ethryx.server.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ethryx.server.figures.Samples;
import io.ethryx.server.figures.Span;
import io.ethryx.server.testing.RawUpstream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopTest {

    private static final String GATEWAY = """
            # TYPE jrpcx_rpc_calls_started counter
            jrpcx_rpc_calls_started{host="h",chain_id="1",method="eth_call",sourcedapp=""} 100
            jrpcx_rpc_calls_started{host="h",chain_id="1",method="eth_getLogs",sourcedapp=""} 400
            jrpcx_rpc_calls_failed{chain_id="1",method="eth_call",reason="x"} 10
            jrpcx_rpc_calls_time_bucket{chain_id="1",method="eth_call",le="10"} 50
            jrpcx_rpc_calls_time_bucket{chain_id="1",method="eth_call",le="100"} 100
            jrpcx_rpc_calls_time_bucket{chain_id="1",method="eth_call",le="+Inf"} 100
            ethryx_gateway_topology_version 3
            ethryx_gateway_pool_size{chain_id="1",pool="state"} 2
            ethryx_gateway_chain_head{chain_id="1"} 2.0E7
            ethryx_gateway_node_available{chain_id="1",pool="state",node="s1"} 1
            ethryx_gateway_node_available{chain_id="1",pool="state",node="s2"} 0
            ethryx_gateway_node_ejections_total{chain_id="1",node="s2",reason="timeout"} 4
            ethryx_gateway_in_flight_bytes 2048
            ethryx_build_info{version="9.9",git="x"} 1
            """;

    @Test
    void labels_are_read_with_their_escapes_and_without_what_a_terminal_would_act_on() {
        Samples page = Samples.read("m{a=\"x\\\"y\\\\z\",b=\"\u001b[2J,}\"} 4 1700000000\nnonsense\nn NaN\ni +Inf\n");
        assertThat(page.of("m")).singleElement().satisfies(sample -> {
            assertThat(sample.label("a")).isEqualTo("x\"y\\z");
            assertThat(sample.label("b")).isEqualTo("?[2J,}");
            assertThat(sample.value()).isEqualTo(4);
        });
        assertThat(page.of("i").get(0).value()).isInfinite();
        assertThat(page.has("nonsense")).isFalse();
    }

    @Test
    void a_rate_is_growth_over_time_and_a_restart_counts_from_nought() {
        Span span = new Span(Samples.read("c 30"), Samples.read("c 10"), Duration.ofSeconds(4));
        assertThat(span.rate("c", sample -> true).getAsDouble()).isEqualTo(5);
        Span restarted = new Span(Samples.read("c 8"), Samples.read("c 1000"), Duration.ofSeconds(4));
        assertThat(restarted.rate("c", sample -> true).getAsDouble()).isEqualTo(2);
        assertThat(new Span(Samples.read("c 8"), Samples.NONE, Duration.ZERO).rate("c", sample -> true))
                .isEmpty();
    }

    @Test
    void quantiles_are_of_what_happened_between_two_pages() {
        Samples before = Samples.read(GATEWAY);
        Samples now = Samples.read(
                GATEWAY.replace("le=\"100\"} 100", "le=\"100\"} 200").replace("+Inf\"} 100", "+Inf\"} 200"));
        Span span = new Span(now, before, Duration.ofSeconds(1));
        assertThat(span.quantile("jrpcx_rpc_calls_time", 0.5, sample -> true).getAsDouble())
                .isEqualTo(55, within(0.01));
        Span still = new Span(before, before, Duration.ofSeconds(1));
        assertThat(still.quantile("jrpcx_rpc_calls_time", 0.5, sample -> true).getAsDouble())
                .isEqualTo(10, within(0.01));
        assertThat(still.quantile("nothing", 0.5, sample -> true)).isEmpty();
    }

    @Test
    void a_gateway_shows_chains_nodes_and_methods_the_trouble_first() {
        Samples before = Samples.read(GATEWAY.replace("400", "100"));
        List<String> lines = GatewayScreen.lines(new Span(Samples.read(GATEWAY), before, Duration.ofSeconds(10)), 12);
        assertThat(lines.get(0)).startsWith("in flight 2.0 KiB   no etcd");
        assertThat(lines).anyMatch(line -> line.matches("1 +20000000 +1/2 +0/0 +0/0 +30.0 +0.0 .*"));
        assertThat(lines.stream().filter(line -> line.matches("s[12] .*")).toList())
                .satisfiesExactly(
                        down -> assertThat(down).matches("s2 +1 +state +NO +4"),
                        up -> assertThat(up).matches("s1 +1 +state +yes +0"));
        assertThat(lines.stream()
                        .filter(line -> line.startsWith("eth_"))
                        .map(line -> line.substring(0, line.indexOf(' '))))
                .containsExactly("eth_getLogs", "eth_call");
    }

    @Test
    void a_long_table_says_how_much_it_leaves_out() {
        Table table = new Table("A", "B");
        for (int row = 0; row < 20; row++) {
            table.row("n" + row, "x");
        }
        assertThat(table.lines(5)).hasSize(7).last().isEqualTo("… and 15 more");
    }

    @Test
    void a_sidecar_shows_its_pair_and_its_traffic() {
        List<String> lines =
                SidecarScreen.lines(new Span(Samples.read("""
                                ethryx_active_connections{protocol="tcp"} 7
                                ethryx_active_connections{protocol="ws"} 2
                                ethryx_upstream_health_status{layer="el"} 1
                                ethryx_upstream_block_number 21000000
                                ethryx_upstream_transport{layer="el",transport="h2c"} 1
                                ethryx_proxy_requests_total{upstream="EL",method="POST",status="200"} 50
                                ethryx_proxy_requests_total{upstream="EL",method="POST",status="502"} 10
                                """), Samples.read(""), Duration.ofSeconds(2)), 12);
        assertThat(lines).anyMatch(line -> line.startsWith("clients 7   WebSockets 2"));
        assertThat(lines).anyMatch(line -> line.matches("EL +yes +21000000 +- +- +h2c"));
        assertThat(lines).anyMatch(line -> line.matches("CL +NO +- +- +- +-"));
        assertThat(lines).anyMatch(line -> line.matches("EL +30.0 +0.0 +5.0 .*"));
    }

    @Test
    void one_screen_comes_over_a_socket_and_what_is_not_there_is_told() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        try (RawUpstream server = RawUpstream.start(connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                connection.send(
                        request.startsWith("GET /metrics ")
                                ? "HTTP/1.1 200 OK\r\nContent-Length: " + GATEWAY.length() + "\r\n\r\n" + GATEWAY
                                : "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
            }
        })) {
            URI url = URI.create("http://127.0.0.1:" + server.port());
            assertThat(new TopProgram(url, out).once()).isZero();
            assertThat(said.toString(StandardCharsets.UTF_8))
                    .startsWith("ethryx gateway 9.9   " + url + "   NOT READY");
        }
        said.reset();
        assertThat(new TopProgram(URI.create("http://127.0.0.1:1"), out).once()).isEqualTo(1);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .startsWith("ethryx: no metrics from http://127.0.0.1:1 (")
                .contains("--url");
    }
}
