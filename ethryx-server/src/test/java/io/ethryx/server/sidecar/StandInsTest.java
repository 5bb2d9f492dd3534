package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The mocks of the consensus layer and the relay for blocks, to the byte. */
class StandInsTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final String SUCCESS = "{\"code\":200,\"message\":\"success\"}";

    private RawUpstream el;
    private RawUpstream cl;
    private RawUpstream relay;
    private SidecarFixture sidecar;

    @BeforeEach
    void start() throws Exception {
        el = RawUpstream.answering(OK);
        cl = RawUpstream.answering(OK);
        relay = RawUpstream.answering(OK);
    }

    @AfterEach
    void stop() throws Exception {
        sidecar.closeAndCheckNothingIsLeft();
        el.close();
        cl.close();
        relay.close();
    }

    private RawClient client(String... arguments) throws Exception {
        if (sidecar == null) {
            sidecar = SidecarFixture.with(el.port(), cl.port())
                    .arguments(arguments)
                    .warmed();
        }
        return RawClient.connect(sidecar.port());
    }

    private static String post(String target, String body) {
        return "POST " + target + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static List<String> fields(String answer) {
        return List.of(answer.substring(0, answer.indexOf("\r\n\r\n")).split("\r\n", -1)).stream()
                .filter(line -> !line.startsWith("Date: "))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "--mock-prepare-beacon-proposer,prepare_beacon_proposer",
        "--mock-beacon-committee-subscriptions,beacon_committee_subscriptions",
        "--mock-sync-committee-subscriptions,sync_committee_subscriptions",
    })
    void a_mocked_duty_is_answered_with_success_and_the_connection_lives_on(String flag, String duty) throws Exception {
        String target = "/eth/v1/validator/" + duty;
        try (RawClient client = client(flag)) {
            for (String body : List.of("[]", "[" + " ".repeat(100_000) + "]", "nonsense")) {
                client.send(post(target + "?x=1", body));
                String answer = client.readAnswer();
                assertThat(fields(answer))
                        .containsExactlyInAnyOrder(
                                "HTTP/1.1 200 OK",
                                "Content-Type: application/json",
                                "Cache-Control: no-store",
                                "Content-Length: 32");
                assertThat(answer).endsWith("\r\n\r\n" + SUCCESS);
            }
            client.send("POST " + target + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n");
            client.send("1\r\n]\r\n0\r\n\r\n");
            assertThat(client.readAnswer()).endsWith(SUCCESS);
            client.send("POST " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).endsWith(SUCCESS);
            assertThat(cl.waitingRequests()).isZero();
            client.send("GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("{}");
        }
        assertThat(cl.nextRequest()).startsWith("GET " + target);
        sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"POST\",status=\"200\",upstream=\"CL\"} 5");
    }

    @Test
    void a_body_that_is_waited_with_or_endless_is_not_read_and_the_connection_closed() throws Exception {
        String target = "/eth/v1/validator/prepare_beacon_proposer";
        try (RawClient client = client("--mock-prepare-beacon-proposer")) {
            client.send("POST " + target + " HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                    + "Content-Length: 10\r\n\r\n");
            assertThat(client.readAll())
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .contains("\r\nConnection: close\r\n")
                    .endsWith(SUCCESS);
        }
        try (RawClient client = client()) {
            client.send("POST " + target + " HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000\r\n\r\n");
            assertThat(client.readAnswer())
                    .contains("\r\nConnection: close\r\n")
                    .endsWith(SUCCESS);
        }
    }

    @Test
    void a_client_that_leaves_inside_the_body_of_a_duty_is_counted() throws Exception {
        RawClient leaving = client("--mock-prepare-beacon-proposer");
        leaving.send("POST /eth/v1/validator/prepare_beacon_proposer HTTP/1.1\r\nHost: a\r\n"
                + "Content-Length: 10\r\n\r\n[");
        leaving.reset();
        sidecar.awaitMetric("ethryx_requests_aborted_total{side=\"client\"} 1");
    }

    @Test
    void without_flags_the_consensus_node_is_asked() throws Exception {
        try (RawClient client = client("--health-timeout", "3")) {
            for (String target : List.of(
                    "/eth/v1/validator/prepare_beacon_proposer",
                    "/eth/v1/validator/register_validator",
                    "/eth/v1/node/health")) {
                client.send(post(target, "[]"));
                assertThat(client.readAnswer()).endsWith("{}");
                assertThat(cl.nextRequest()).startsWith("POST " + target + " ");
            }
        }
    }

    @Test
    void registrations_of_validators_go_to_the_relay_and_count_for_the_consensus_layer() throws Exception {
        String url = "http://user:pass@127.0.0.1:" + relay.port() + "/base/?k=1";
        try (RawClient client = client("--cl-mev-relay-url", url)) {
            client.send(post("/eth/v1/validator/register_validator?a=b", "[{\"x\":1}]"));
            assertThat(client.readAnswer()).endsWith("{}");
            client.send(post("/eth/v1/validator/register_validator", "[]"));
            assertThat(client.readAnswer()).endsWith("{}");
            client.send(post("/eth/v1/validator/x", "[]"));
            assertThat(client.readAnswer()).endsWith("{}");
        }
        assertThat(relay.nextRequest())
                .startsWith("POST /base/eth/v1/builder/validators?a=b&k=1 HTTP/1.1\r\n")
                .contains("\r\nHost: 127.0.0.1:" + relay.port() + "\r\n", "\r\nAuthorization: Basic dXNlcjpwYXNz\r\n")
                .endsWith("\r\n\r\n[{\"x\":1}]");
        assertThat(relay.nextRequest()).startsWith("POST /base/eth/v1/builder/validators?k=1 HTTP/1.1\r\n");
        assertThat(cl.nextRequest()).startsWith("POST /eth/v1/validator/x ");
        assertThat(cl.waitingRequests()).isZero();
        sidecar.awaitMetric("ethryx_proxy_requests_total{method=\"POST\",status=\"200\",upstream=\"CL\"} 3");
    }

    @Test
    void a_relay_that_is_down_is_a_502() throws Exception {
        int port = relay.port();
        relay.close();
        try (RawClient client = client("--cl-mev-relay-url", "http://127.0.0.1:" + port)) {
            client.send(post("/eth/v1/validator/register_validator", "[]"));
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 502 Bad Gateway\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET,'',503",
        "HEAD,'',503",
        "GET,?syncing_status=299,503",
        "GET,?syncing_status=99,400",
        "GET,?syncing_status=100,400",
        "GET,?syncing_status=101,400",
        "GET,?syncing_status=,400",
    })
    void node_health_is_the_verdict_where_it_is_mocked(String method, String query, int status) throws Exception {
        try (RawClient client = client("--mock-cl-node-health")) {
            client.send(method + " /eth/v1/node/health" + query + " HTTP/1.1\r\nHost: a\r\n\r\n");
            String answer = client.readAnswer();
            assertThat(answer)
                    .startsWith("HTTP/1.1 " + status + " ")
                    .contains("\r\nContent-Type: application/json\r\n", "\r\nCache-Control: no-store\r\n");
            if (status == 400) {
                assertThat(answer)
                        .endsWith(
                                "\r\n\r\n{\"code\":400,\"message\":\"syncing_status is no final status, 200 to 599\"}");
            } else {
                assertThat(answer).contains("\r\nContent-Length: 0\r\n").endsWith("\r\n\r\n");
            }
        }
        assertThat(cl.connections()).isEmpty();
    }
}
