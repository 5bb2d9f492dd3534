package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class CorsTest {

    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";
    private static final String ORIGIN = "Origin: https://app.example";

    private ScriptedNode node;
    private GatewayFixture gateway;

    @BeforeEach
    void start() throws IOException {
        String answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}";
        node = ScriptedNode.of(connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nVary: X-Other\r\nContent-Length: "
                        + answer.length() + "\r\n\r\n" + answer);
            }
        });
    }

    private void serve(String origins) throws IOException {
        gateway = GatewayFixture.start(node.as("1/nodes/s", 1), "---", "cors: {allowed_origins: " + origins + "}");
    }

    @AfterEach
    void stop() throws IOException {
        gateway.close();
        node.close();
    }

    private String send(String method, String... fields) throws IOException {
        try (RawClient client = gateway.client()) {
            StringBuilder head = new StringBuilder(method + " /1 HTTP/1.1\r\nHost: rpc.example\r\n");
            for (String field : fields) {
                head.append(field).append("\r\n");
            }
            client.send(head.append("\r\n").toString());
            return method.equals("HEAD") ? client.readUntil("\r\n\r\n") : client.readAnswer();
        }
    }

    private static long lines(String answer, String field) {
        return answer.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(field + ":"))
                .count();
    }

    private String preflight(String origin) throws IOException {
        return send(
                "OPTIONS",
                origin,
                "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: content-type,client-id");
    }

    @Test
    void a_preflight_of_an_allowed_origin_is_answered_here() throws IOException {
        serve("[\"https://app.example\", \"http://localhost:3000\"]");
        assertThat(preflight(ORIGIN))
                .startsWith("HTTP/1.1 204 ")
                .contains(
                        "Access-Control-Allow-Origin: https://app.example\r\n",
                        "Access-Control-Allow-Methods: POST\r\n",
                        "Access-Control-Allow-Headers: content-type,client-id\r\n",
                        "Access-Control-Max-Age: 7200\r\n",
                        "Vary: Origin\r\n")
                .doesNotContainIgnoringCase("content-length");
        assertThat(preflight("Origin: http://localhost:3000"))
                .contains("Access-Control-Allow-Origin: http://localhost:3000\r\n");
        assertThat(node.upstream().received()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: https://app.example.evil",
                "Origin: http://app.example",
                "Origin: https://app.example:8443",
                "Origin: null",
                "Origin: https://APP.example",
                "Origin: https://app.example\r\nOrigin: https://app.example",
            })
    void a_preflight_of_another_origin_is_refused(String origin) throws IOException {
        serve("[\"https://app.example\"]");
        assertThat(preflight(origin))
                .startsWith("HTTP/1.1 403 ")
                .contains("Vary: Origin\r\n", "cors.allowed_origins")
                .doesNotContainIgnoringCase("access-control");
    }

    @Test
    void answers_tell_an_allowed_page_once_that_it_may_read_them_whatever_the_node_says() throws IOException {
        serve("[\"https://app.example\"]");
        String answer = gateway.ask("/1", CALL, ORIGIN);
        assertThat(answer)
                .contains(
                        "Access-Control-Allow-Origin: https://app.example\r\n", "Vary: X-Other\r\n", "Vary: Origin\r\n")
                .endsWith("\"0x1\"}");
        assertThat(lines(answer, "access-control-allow-origin")).isEqualTo(1);
        assertThat(gateway.ask("/1", "[" + CALL + "]", ORIGIN))
                .contains("Access-Control-Allow-Origin: https://app.example\r\n");
        assertThat(gateway.ask("/1", "no JSON", ORIGIN))
                .contains("-32700", "Access-Control-Allow-Origin: https://app.example\r\n");
    }

    @Test
    void a_page_that_is_not_allowed_is_served_but_may_not_read() throws IOException {
        serve("[\"https://app.example\"]");
        assertThat(gateway.ask("/1", CALL, "Origin: https://other.example"))
                .startsWith("HTTP/1.1 200 ")
                .contains("Vary: Origin\r\n")
                .doesNotContainIgnoringCase("access-control");
        assertThat(gateway.ask("/1", CALL)).contains("Vary: Origin\r\n").doesNotContainIgnoringCase("access-control");
    }

    @Test
    void a_star_allows_every_page_and_varies_with_none() throws IOException {
        serve("\"*\"");
        assertThat(preflight("Origin: https://any.example"))
                .startsWith("HTTP/1.1 204 ")
                .contains("Access-Control-Allow-Origin: *\r\n")
                .doesNotContain("Vary: Origin");
        assertThat(gateway.ask("/1", CALL, ORIGIN))
                .contains("Access-Control-Allow-Origin: *\r\n")
                .doesNotContain("Vary: Origin");
    }

    @Test
    void what_is_no_preflight_is_declined_with_what_is_allowed() throws IOException {
        serve("[\"https://app.example\"]");
        assertThat(send("OPTIONS", ORIGIN)).startsWith("HTTP/1.1 405 ").contains("Allow: POST");
        for (String method : new String[] {"GET", "HEAD", "OPTIONS"}) {
            assertThat(send(method)).startsWith("HTTP/1.1 405 ").contains("Allow: POST");
        }
    }

    @Test
    void without_the_setting_pages_are_the_nodes_matter_and_preflights_are_declined() throws IOException {
        serve("[]");
        assertThat(preflight(ORIGIN)).startsWith("HTTP/1.1 405 ").doesNotContainIgnoringCase("access-control");
        assertThat(gateway.ask("/1", CALL, ORIGIN)).containsIgnoringCase("Access-Control-Allow-Origin: *\r\n");
    }
}
