package io.ethryx.server.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.admin.Route.Reach;
import io.ethryx.server.real.EtcdProcess;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who may call the admin API (decisions G19 and G40), for each of its calls. */
@Timeout(120)
final class AdminAccessTest {

    private static final String STATIC =
            "discovery: {static: {1/nodes/s1: {address: 127.0.0.1, port: 1, stateType: 1}}}";
    private static final String STRANGER = "Host: gateway.example";
    private static final String LOCAL = "Host: 127.0.0.1";

    @TempDir
    private Path folder;

    private static String line(Route route) {
        return route.method() + " " + route.pattern().replaceAll("\\{[^}]*}", "1") + " HTTP/1.1";
    }

    /** The status of the answer to a call without a body. */
    private static int status(AdminRig rig, Route route, String... fields) throws IOException {
        String[] head = new String[fields.length + 2];
        head[0] = line(route);
        System.arraycopy(fields, 0, head, 1, fields.length);
        head[head.length - 1] = "Content-Length: 0";
        return Integer.parseInt(rig.raw(head).substring(9, 12));
    }

    /** The answer to a GET of this machine, whole. */
    private static String answer(AdminRig rig, String target) throws IOException {
        try (RawClient client = RawClient.connect(rig.port())) {
            return client.send("GET " + target + " HTTP/1.1\r\n" + LOCAL + "\r\nConnection: close\r\n\r\n")
                    .readAll();
        }
    }

    @Test
    void without_a_token_file_no_call_is_answered_to_who_is_not_local() throws Exception {
        try (AdminRig rig = AdminRig.start(STATIC)) {
            assertThat(rig.routes()).hasSizeGreaterThanOrEqualTo(27);
            for (Route route : rig.routes()) {
                assertThat(status(rig, route, STRANGER)).as("%s", route).isEqualTo(403);
                assertThat(status(rig, route, LOCAL, "X-Forwarded-For: 192.0.2.1"))
                        .as("%s", route)
                        .isEqualTo(403);
                assertThat(status(rig, route, LOCAL, "Origin: http://localhost"))
                        .as("%s", route)
                        .isEqualTo(403);
                assertThat(status(rig, route, LOCAL)).as("%s", route).isNotIn(401, 403, 503);
            }
        }
    }

    @Test
    void with_a_token_file_every_call_wants_its_token() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "s3cret\n");
        try (AdminRig rig = AdminRig.start(STATIC, "admin: {token_file: " + token + "}")) {
            for (Route route : rig.routes()) {
                assertThat(status(rig, route, LOCAL)).as("%s", route).isEqualTo(401);
                assertThat(status(rig, route, LOCAL, "Authorization: Bearer wrong"))
                        .as("%s", route)
                        .isEqualTo(401);
                assertThat(status(rig, route, STRANGER, "Authorization: Bearer s3cret"))
                        .as("%s", route)
                        .isNotIn(401, 403, 503);
            }
            try (RawClient client = RawClient.connect(rig.port())) {
                client.send("GET /getChains HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(client.readAnswer()).contains("WWW-Authenticate: Bearer realm=\"ethryx\"");
            }
            Files.writeString(token, "rotated");
            Route chains = rig.routes().stream()
                    .filter(route -> route.pattern().equals("/getChains"))
                    .findFirst()
                    .orElseThrow();
            assertThat(status(rig, chains, STRANGER, "Authorization: Bearer s3cret"))
                    .isEqualTo(401);
            assertThat(status(rig, chains, STRANGER, "Authorization: Bearer rotated"))
                    .isEqualTo(200);
        }
    }

    @Test
    void a_browser_brings_the_token_as_a_password_to_pages_and_to_nothing_else() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "s3cret\n");
        String basic = "Authorization: Basic "
                + Base64.getEncoder().encodeToString("anyone:s3cret".getBytes(StandardCharsets.UTF_8));
        try (AdminRig rig = AdminRig.start(STATIC, "admin: {token_file: " + token + "}")) {
            for (Route route : rig.routes()) {
                boolean page = route.pattern().startsWith("/ui");
                assertThat(status(rig, route, LOCAL, basic)).as("%s", route).isEqualTo(page ? 200 : 401);
            }
            assertThat(answer(rig, "/ui")).contains("WWW-Authenticate: Basic realm=\"ethryx\"");
            assertThat(answer(rig, "/getChains")).doesNotContain("Basic");
            for (String odd : List.of("Basic", "Basic !!", "Basic czNjcmV0", "Digest x")) {
                assertThat(rig.raw("GET /ui HTTP/1.1", LOCAL, "Authorization: " + odd))
                        .as(odd)
                        .startsWith("HTTP/1.1 401");
            }
        }
    }

    @Test
    void a_page_is_fenced_in() throws Exception {
        try (AdminRig rig = AdminRig.start(STATIC)) {
            assertThat(answer(rig, "/ui"))
                    .startsWith("HTTP/1.1 200")
                    .contains("Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff");
            assertThat(answer(rig, "/ui?chain=1&request=%7B")).contains("<pre id=\"told\">");
        }
    }

    @Test
    void an_open_api_answers_anyone() throws Exception {
        try (AdminRig rig = AdminRig.start(STATIC, "admin: {open: true}")) {
            for (Route route : rig.routes()) {
                assertThat(status(rig, route, STRANGER)).as("%s", route).isNotIn(401, 403, 503);
            }
        }
    }

    @Test
    void a_listener_of_its_own_takes_the_calls_away_from_the_other() throws Exception {
        try (AdminRig rig = AdminRig.start(STATIC, "admin: {listen: '127.0.0.1:0'}")) {
            assertThat(rig.port()).isNotEqualTo(rig.callPort());
            rig.get("/getChains").is(200, "{\"chain_ids\":[\"1\"]}");
            assertThat(rig.raw("POST /1 HTTP/1.1", LOCAL, "Content-Length: 0")).contains("404");
            try (RawClient client = RawClient.connect(rig.callPort())) {
                client.send("GET /1/getAllNodes HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
                assertThat(client.readAnswer()).startsWith("HTTP/1.1 404");
            }
        }
    }

    @Test
    void a_written_topology_takes_no_change_that_goes_to_etcd_and_all_that_stay_here() throws Exception {
        try (AdminRig rig = AdminRig.start(STATIC)) {
            for (Route route : rig.routes()) {
                int status = status(rig, route, LOCAL);
                assertThat(status == 409).as("%s", route).isEqualTo(route.reach() == Reach.ETCD);
            }
            rig.post("/1/setWeight?node=s1&weight=1", "").refuses(409, "topology is static");
            String node = "{\"node_type\":1,\"node_key\":\"l\",\"ip\":\"127.0.0.1\",\"port\":" + rig.nodePort()
                    + ",\"state\":1}";
            assertThat(rig.post("/2/addLocalNode", node).status()).isEqualTo(200);
            rig.awaitNodes("2", "l");
            rig.get("/1/writers").is(200, "{\"writers\":null,\"current_leader\":\"\"}");
        }
    }

    @Test
    void a_written_topology_shows_its_routes() throws Exception {
        try (AdminRig rig = AdminRig.start(
                "discovery:",
                "  static:",
                "    1/gateway: {method_routes: {eth_call: {include_node_keys: {s1: true}, exclude_node_keys: {}}}}")) {
            rig.get("/1/getMethodRoute/eth_call")
                    .is(200, "{\"method_route\":{\"include_node_keys\":{\"s1\":true},\"exclude_node_keys\":{}}}");
        }
    }

    @Test
    void under_round_robin_the_nodes_own_weights_are_told_and_none_is_set() throws Exception {
        try (AdminRig rig = AdminRig.start(
                "etcd_endpoints: ['127.0.0.1:1']", "proxy_config: {node_select_strategy: round_robin}")) {
            rig.post("/1/setWeight", "").refuses(400, "round-robin doesn't support set weight");
            rig.delete("/1/deleteWeight").refuses(400, "node parameter is required");
            rig.delete("/1/deleteWeight?node=x").refuses(400, "round-robin doesn't support set weight");
            rig.get("/1/getWeight?node=all").is(200, "{\"weights\":{}}");
        }
    }

    @Test
    void without_etcd_a_change_is_refused_in_bounded_time() throws Exception {
        try (AdminRig rig = AdminRig.start("etcd_endpoints: ['127.0.0.1:1']")) {
            String node = "{\"node_type\":1,\"ip\":\"127.0.0.1\",\"port\":1,\"state\":1}";
            rig.post("/1/addNode", node).refuses(503, "failed to get node from etcd: etcd is not available");
            rig.get("/1/writers").refuses(503, "Failed to list writers: etcd is not available");
            rig.get("/getChains").is(200, "{\"chain_ids\":[]}");
        }
    }

    @Test
    void while_etcd_hangs_changes_are_refused_and_reading_goes_on() throws Exception {
        try (EtcdProcess etcd = EtcdProcess.in(folder.resolve("etcd"))) {
            etcd.start();
            try (AdminRig rig = AdminRig.start("etcd_endpoints: ['" + etcd.url() + "']")) {
                etcd.put("1/nodes/s1", rig.nodeJson(1, "manual"));
                rig.awaitNodes("1", "s1");
                etcd.freeze();
                rig.post("/1/setWeight?node=s1&weight=5", "")
                        .refuses(503, "failed to set weight: etcd is not available");
                rig.awaitNodes("1", "s1");
                etcd.thaw();
                AdminRig.Reply reply = rig.post("/1/setWeight?node=s1&weight=6", "");
                while (reply.status() == 503) {
                    reply = rig.post("/1/setWeight?node=s1&weight=6", "");
                }
                assertThat(reply.status()).isEqualTo(200);
                rig.awaitGet("/1/getWeight?node=s1", "{\"weights\":{\"s1\":6}}");
            }
        }
    }

    @Test
    void a_body_that_is_too_long_is_refused_unread() throws Exception {
        try (AdminRig rig = AdminRig.start(STATIC)) {
            assertThat(rig.raw("POST /1/addLocalNode HTTP/1.1", LOCAL, "Content-Length: 1048577"))
                    .contains("413");
            assertThat(rig.raw("POST /1/addLocalNode HTTP/1.1", STRANGER, "Content-Length: 10"))
                    .contains("403");
        }
    }

    @Test
    void a_post_to_a_word_of_the_api_is_a_call_of_a_chain_of_that_name() throws Exception {
        try (AdminRig rig = AdminRig.start(STATIC);
                RawClient client = RawClient.connect(rig.callPort())) {
            String call = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"eth_chainId\"}";
            client.send("POST /getChains HTTP/1.1\r\nHost: a\r\nContent-Length: " + call.length() + "\r\n\r\n" + call);
            assertThat(client.readAnswer()).contains("no backends available");
        }
    }

    @Test
    void names_in_paths_are_decoded() throws Exception {
        try (AdminRig rig = AdminRig.start(STATIC)) {
            for (String key : List.of("a%2Fb", "a%20b", "caf%C3%A9", "a+b")) {
                rig.delete("/1/deleteLocalNode/" + key).refuses(404, "node not found");
            }
            rig.get("/%30x1/getWeight?node=s%31").is(200, "{\"weights\":{\"s1\":100}}");
        }
    }
}
