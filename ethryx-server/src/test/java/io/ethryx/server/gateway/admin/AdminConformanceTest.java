package io.ethryx.server.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.admin.AdminRig.Reply;
import io.ethryx.server.real.EtcdProcess;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every call of the admin API (reference section 12) against a real etcd: the answer, what etcd holds then, and that the watch
 * brings it back. Each test has a chain of its own.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AdminConformanceTest {

    private static final String CONFLICT = "concurrent modification detected, please retry";

    private EtcdProcess etcd;
    private AdminRig rig;
    private Path audit;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        etcd = EtcdProcess.in(folder.resolve("etcd"));
        etcd.start();
        audit = folder.resolve("audit.log");
        rig = AdminRig.start(
                "etcd_endpoints: ['" + etcd.url() + "']",
                "admin: {audit_log: " + audit + "}",
                "proxy_config: {etcd_prefix: /prod}");
    }

    @AfterAll
    void stop() throws Exception {
        rig.close();
        etcd.close();
    }

    private Object stored(String key) throws Exception {
        return AdminRig.parsed(etcd.get("/prod/" + key).orElse("null"));
    }

    private void put(String key, String value) throws Exception {
        etcd.put("/prod/" + key, value);
    }

    private void twoNodes(String chain) throws Exception {
        put(chain + "/nodes/s1", rig.nodeJson(1, "manual"));
        put(chain + "/nodes/a1", rig.nodeJson(2, "official"));
        rig.awaitNodes(chain, "a1", "s1");
    }

    private String item(String key, String source) {
        return "{\"ip\":\"127.0.0.1\",\"key\":\"" + key + "\",\"port\":" + rig.nodePort() + ",\"source\":\"" + source
                + "\",\"state\":1,\"weight\":100}";
    }

    // --- reading ---

    @Test
    void getChains_lists_chains_as_sorted_texts_and_keeps_those_whose_nodes_left() throws Exception {
        put("201/nodes/s", rig.nodeJson(1, "manual"));
        put("0xc8/nodes/s", rig.nodeJson(1, "manual"));
        put("201/v2/nodes/s", rig.nodeJson(1, "manual"));
        rig.awaitNodes("201-v2", "s");
        etcd.delete("/prod/201/nodes/s");
        rig.awaitNodes("201");
        List<?> ids = (List<?>) rig.get("/getChains").at("chain_ids");
        assertThat(ids.stream().map(String::valueOf).toList()).isSorted().contains("200", "201", "201-v2");
    }

    @Test
    void getAllNodes_shows_each_pool() throws Exception {
        twoNodes("210");
        put("210/nativeNodes/n1", rig.nodeJson(1, "manual"));
        rig.awaitNodes("210", "a1", "n1", "s1");
        rig.get("/0xd2/getAllNodes")
                .is(
                        200,
                        "{\"archive_nodes\":[" + item("a1", "official") + "],\"native_nodes\":[" + item("n1", "native")
                                + "],\"state_nodes\":[" + item("s1", "manual") + "]}");
        rig.get("/999/getAllNodes").is(200, "{\"archive_nodes\":[],\"native_nodes\":[],\"state_nodes\":[]}");
    }

    @Test
    void getAllNodes_verbose_tells_the_status_of_each() throws Exception {
        twoNodes("211");
        Map<?, ?> item =
                (Map<?, ?>) ((List<?>) rig.get("/211/getAllNodes?verbose=true").at("state_nodes")).get(0);
        assertThat(item.get("status")).isEqualTo("ready");
        assertThat(item.get("lagging")).isEqualTo(false);
        assertThat(item.containsKey("head")).isTrue();
    }

    @Test
    void a_chain_without_a_base_is_refused() throws Exception {
        rig.get("/-v1/getAllNodes").refuses(400, "invalid chain id");
    }

    // --- weights ---

    @Test
    void weights_are_set_shown_and_deleted() throws Exception {
        twoNodes("220");
        rig.get("/220/getWeight?node=s1").is(200, "{\"weights\":{\"s1\":100}}");
        rig.post("/220/setWeight?node=s1&weight=10", "")
                .is(200, "{\"message\":\"weight updated successfully\",\"node\":\"s1\",\"weight\":10}");
        assertThat(stored("220/gateway"))
                .isEqualTo(AdminRig.parsed("{\"weights\":[{\"node_key\":\"s1\",\"weight\":10}]}"));
        rig.awaitGet("/220/getWeight?node=all", "{\"weights\":{\"s1\":10}}");
        rig.get("/220/getWeight?node=s1").is(200, "{\"weights\":{\"s1\":10}}");
        rig.delete("/220/deleteWeight?node=s1")
                .is(200, "{\"message\":\"reset to default weight 100\",\"node\":\"s1\",\"weight\":100}");
        assertThat(stored("220/gateway")).isEqualTo(Map.of());
        rig.awaitGet("/220/getWeight?node=all", "{\"weights\":{}}");
    }

    @Test
    void a_weight_of_zero_is_a_weight() throws Exception {
        twoNodes("221");
        rig.post("/221/setWeight?node=s1&weight=0", "");
        rig.awaitGet("/221/getWeight?node=s1", "{\"weights\":{\"s1\":0}}");
    }

    @Test
    void wrong_weights_are_refused_in_the_known_words_and_say_more() throws Exception {
        twoNodes("222");
        rig.post("/222/setWeight?weight=1", "").refuses(400, "node parameter is required");
        rig.post("/222/setWeight?node=s1", "").refuses(400, "invalid weight value");
        rig.post("/222/setWeight?node=s1&weight=1.5", "").refuses(400, "invalid weight value");
        Reply reply =
                rig.post("/222/setWeight?node=s1&weight=101", "").refuses(400, "weight must be between 0 and 100");
        assertThat(reply.at("detail")).isEqualTo("weight is 101; send 0 to 100");
        rig.post("/222/setWeight?node=nobody&weight=1", "").refuses(404, "node not found");
        rig.get("/222/getWeight").refuses(400, "node parameter is required");
        rig.get("/222/getWeight?node=nobody").refuses(404, "node not found");
        rig.delete("/222/deleteWeight").refuses(400, "node parameter is required");
        rig.delete("/222/deleteWeight?node=nobody").refuses(404, "node not found");
        assertThat(etcd.get("/prod/222/gateway")).isEmpty();
    }

    @Test
    void members_that_nobody_here_knows_survive_a_change() throws Exception {
        twoNodes("223");
        put("223/gateway", "{\"note\":\"kept\",\"weights\":[{\"node_key\":\"a1\",\"weight\":7,\"by\":\"me\"}]}");
        rig.post("/223/setWeight?node=s1&weight=3", "");
        assertThat(stored("223/gateway"))
                .isEqualTo(AdminRig.parsed(
                        "{\"note\":\"kept\",\"weights\":[{\"node_key\":\"a1\",\"weight\":7,\"by\":\"me\"},"
                                + "{\"node_key\":\"s1\",\"weight\":3}]}"));
    }

    @Test
    void a_gateway_document_that_is_none_is_not_overwritten() throws Exception {
        twoNodes("224");
        put("224/gateway", "not-json");
        Reply reply = rig.post("/224/setWeight?node=s1&weight=3", "");
        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.at("error").toString()).startsWith("failed to set weight: ");
        assertThat(etcd.get("/prod/224/gateway")).hasValue("not-json");
    }

    @Test
    void weights_set_at_the_same_time_are_all_kept_or_refused_as_conflicts() throws Exception {
        for (int i = 0; i < 6; i++) {
            put("225/nodes/n" + i, rig.nodeJson(1, "manual"));
        }
        rig.awaitNodes("225", "n0", "n1", "n2", "n3", "n4", "n5");
        List<Thread> threads = new ArrayList<>();
        List<String> failures = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 6; i++) {
            String path = "/225/setWeight?node=n" + i + "&weight=" + (i + 1);
            Thread thread = new Thread(() -> setUntilDone(path, failures));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        rig.awaitGet(
                "/225/getWeight?node=all", "{\"weights\":{\"n0\":1,\"n1\":2,\"n2\":3,\"n3\":4,\"n4\":5,\"n5\":6}}");
    }

    private void setUntilDone(String path, List<String> failures) {
        try {
            Reply reply = rig.post(path, "");
            while (reply.status() == 409) {
                reply.refuses(409, "failed to set weight: " + CONFLICT);
                reply = rig.post(path, "");
            }
            assertThat(reply.status()).isEqualTo(200);
        } catch (Exception | AssertionError failed) {
            failures.add(String.valueOf(failed));
        }
    }

    // --- nodes ---

    private String described(String more) {
        return "{\"node_type\":1,\"ip\":\"127.0.0.1\",\"port\":" + rig.nodePort() + ",\"state\":1" + more + "}";
    }

    @Test
    void addNode_without_a_weight_means_100() throws Exception {
        String key = "127.0.0.1_" + rig.nodePort();
        rig.post("/230/addNode", described(""))
                .is(
                        200,
                        "{\"ip\":\"127.0.0.1\",\"node\":\"" + key + "\",\"port\":" + rig.nodePort()
                                + ",\"source\":\"manual\",\"state\":1,\"weight\":100}");
        assertThat(etcd.get("/prod/230/nodes/" + key)).hasValue(rig.nodeJson(1, "manual"));
        assertThat(etcd.get("/prod/230/gateway")).isEmpty();
        rig.awaitNodes("230", key);
    }

    @Test
    void addNode_with_a_weight_writes_node_and_weight_together() throws Exception {
        rig.post("/0xe7/addNode", described(",\"node_key\":\"k1\",\"weight\":40"));
        assertThat(etcd.get("/prod/231/nodes/k1")).isPresent();
        rig.awaitNodes("231", "k1");
        rig.awaitGet("/231/getWeight?node=all", "{\"weights\":{\"k1\":40}}");
        rig.post("/231/addNode", described(",\"node_key\":\"k1\"")).refuses(400, "node k1 already exists");
    }

    @Test
    void wrong_nodes_are_refused() throws Exception {
        rig.post("/232/addNode", "").refuses(400, "invalid request format");
        rig.post("/232/addNode", "[]").refuses(400, "invalid request format");
        rig.post("/232/addNode", "{\"port\":\"8545\"}").refuses(400, "invalid request format");
        rig.post("/232/addNode", "{\"node_type\":1,\"state\":1,\"port\":1}").refuses(400, "(ip, port) are required");
        rig.post("/232/addNode", "{\"node_type\":1,\"state\":1,\"ip\":\"a\"}").refuses(400, "(ip, port) are required");
        rig.post("/232/addNode", "{\"node_type\":3,\"state\":1,\"ip\":\"a\",\"port\":1}")
                .refuses(400, "invalid node_type value");
        rig.post("/232/addNode", "{\"node_type\":1,\"ip\":\"a\",\"port\":1}")
                .refuses(400, "state must be between 1 and 3");
        rig.post("/232/addNode", "{\"node_type\":1,\"state\":1,\"ip\":\"a\",\"port\":1,\"weight\":-1}")
                .refuses(400, "weight must be between 0 and 100");
        rig.post("/232/addNode", "{\"node_type\":1,\"state\":1,\"ip\":\"a\",\"port\":70000}")
                .refuses(400, "port must be between 1 and 65535");
        assertThat(rig.post("/232/addNode", "{\"node_type\":1,\"state\":1,\"ip\":\"ftp://a\",\"port\":1}")
                        .status())
                .isEqualTo(400);
        assertThat(etcd.get("/prod/232/nodes/a_1")).isEmpty();
    }

    @Test
    void deleteNode_takes_the_node_its_weight_and_its_routes_away() throws Exception {
        twoNodes("233");
        put(
                "233/gateway",
                "{\"weights\":[{\"node_key\":\"s1\",\"weight\":5}],\"method_routes\":{\"eth_call\":{\"include_node_keys\":"
                        + "{\"s1\":true},\"exclude_node_keys\":{}}}}");
        rig.delete("/233/deleteNode/s1").is(200, "{\"message\":\"node s1 deleted successfully\"}");
        assertThat(etcd.get("/prod/233/nodes/s1")).isEmpty();
        assertThat(stored("233/gateway")).isEqualTo(Map.of());
        rig.awaitNodes("233", "a1");
        rig.delete("/233/deleteNode/s1").refuses(404, "node s1 not found");
        rig.delete("/233/deleteNode/a1").refuses(400, "only manual nodes can be deleted");
        put("233/nodes/broken", "not-json");
        rig.delete("/233/deleteNode/broken").refuses(500, "failed to parse existing node data");
    }

    @Test
    void deleteNode_finds_a_node_however_its_chain_is_spelled() throws Exception {
        put("0xea/nodes/hex", rig.nodeJson(1, "manual"));
        put("234/v2/nodes/versioned", rig.nodeJson(1, "manual"));
        assertThat(rig.delete("/234/deleteNode/hex").status()).isEqualTo(200);
        assertThat(rig.delete("/0xea-v2/deleteNode/versioned").status()).isEqualTo(200);
        assertThat(etcd.get("/prod/0xea/nodes/hex")).isEmpty();
        assertThat(etcd.get("/prod/234/v2/nodes/versioned")).isEmpty();
    }

    @Test
    void updateNode_changes_address_and_port_and_nothing_else() throws Exception {
        twoNodes("235");
        put("235/nodes/s1", rig.nodeJson(1, "manual").replace("}", ",\"note\":\"kept\"}"));
        rig.send("PUT", "/235/updateNode/s1", "{\"ip\":\"localhost\"}")
                .is(
                        200,
                        "{\"ip\":\"localhost\",\"nodeKey\":\"s1\",\"nodeType\":1,\"port\":" + rig.nodePort()
                                + ",\"state\":1}");
        assertThat(stored("235/nodes/s1"))
                .isEqualTo(AdminRig.parsed(rig.nodeJson(1, "manual")
                        .replace("127.0.0.1", "localhost")
                        .replace("}", ",\"note\":\"kept\"}")));
        rig.send("PUT", "/235/updateNode/s1", "{}").refuses(400, "at least one field(ip, port) is required");
        rig.send("PUT", "/235/updateNode/s1", "x").refuses(400, "invalid request format");
        rig.send("PUT", "/235/updateNode/none", "{\"port\":1}").refuses(404, "node none not found");
        rig.send("PUT", "/235/updateNode/a1", "{\"port\":1}").refuses(400, "only manual nodes can be updated");
        assertThat(rig.send("PUT", "/235/updateNode/s1", "{\"ip\":\"http://\"}").status())
                .isEqualTo(400);
    }

    @Test
    void local_nodes_live_in_this_process_alone() throws Exception {
        rig.post("/236/addLocalNode", described(",\"node_key\":\"l1\",\"weight\":30"))
                .is(
                        200,
                        "{\"ip\":\"127.0.0.1\",\"node\":\"l1\",\"port\":" + rig.nodePort()
                                + ",\"source\":\"local\",\"state\":1,\"weight\":30}");
        rig.awaitNodes("236", "l1");
        assertThat(etcd.get("/prod/236/nodes/l1")).isEmpty();
        rig.delete("/236/deleteLocalNode/l1").is(200, "{\"message\":\"node l1 deleted successfully\"}");
        rig.awaitNodes("236");
        rig.delete("/236/deleteLocalNode/l1").refuses(404, "node not found");
        rig.post("/236/addLocalNode", "{}").refuses(400, "(ip, port) are required");
    }

    @Test
    void deleteLocalNode_hides_a_node_of_etcd_too_also_a_native_one() throws Exception {
        put("237/nativeNodes/n1", rig.nodeJson(1, "manual"));
        put("237/nodes/s1", rig.nodeJson(1, "manual"));
        rig.awaitNodes("237", "n1", "s1");
        assertThat(rig.delete("/237/deleteLocalNode/n1").status()).isEqualTo(200);
        assertThat(rig.delete("/237/deleteLocalNode/s1").status()).isEqualTo(200);
        rig.awaitNodes("237");
        assertThat(etcd.get("/prod/237/nodes/s1")).isPresent();
    }

    // --- method routes ---

    @Test
    void method_routes_are_merged_taken_apart_and_deleted() throws Exception {
        twoNodes("240");
        rig.post("/240/addMethodRoute", "{\"method\":\"eth_call\",\"include_node_keys\":[\"s1\"]}")
                .is(200, "{\"method\":\"eth_call\",\"include_node_keys\":[\"s1\"],\"exclude_node_keys\":[]}");
        rig.post(
                        "/240/addMethodRoute",
                        "{\"method\":\"eth_call\",\"include_node_keys\":[\"a1\"],\"exclude_node_keys\":[\"s1\"]}")
                .is(
                        200,
                        "{\"method\":\"eth_call\",\"include_node_keys\":[\"a1\",\"s1\"],\"exclude_node_keys\":[\"s1\"]}");
        String route = "{\"include_node_keys\":{\"a1\":true,\"s1\":true},\"exclude_node_keys\":{\"s1\":true}}";
        assertThat(stored("240/gateway"))
                .isEqualTo(AdminRig.parsed("{\"method_routes\":{\"eth_call\":" + route + "}}"));
        rig.get("/240/getAllMethodRoutes").is(200, "{\"method_routes\":{\"eth_call\":" + route + "}}");
        rig.get("/240/getMethodRoute/eth_call").is(200, "{\"method_route\":" + route + "}");
        rig.post("/240/removeMethodRoute", "{\"method\":\"eth_call\",\"exclude_node_keys\":[\"s1\"]}")
                .is(200, "{\"method\":\"eth_call\",\"include_node_keys\":[\"a1\",\"s1\"],\"exclude_node_keys\":[]}");
        rig.delete("/240/deleteMethodRoute/eth_call").is(200, "{\"message\":\"method route deleted successfully\"}");
        assertThat(stored("240/gateway")).isEqualTo(Map.of());
        rig.get("/240/getAllMethodRoutes").is(200, "{\"method_routes\":null}");
        rig.get("/240/getMethodRoute/eth_call").refuses(404, "method route(eth_call) not found");
        rig.delete("/240/deleteMethodRoute/eth_call").refuses(404, "method route(eth_call) not found");
    }

    @Test
    void a_route_is_gone_once_both_its_sets_are_empty() throws Exception {
        twoNodes("241");
        rig.post("/241/addMethodRoute", "{\"method\":\"m\",\"exclude_node_keys\":[\"s1\"]}");
        rig.post("/241/removeMethodRoute", "{\"method\":\"m\",\"exclude_node_keys\":[\"s1\"]}")
                .is(200, "{\"method\":\"m\",\"include_node_keys\":[],\"exclude_node_keys\":[]}");
        assertThat(stored("241/gateway")).isEqualTo(Map.of());
    }

    @Test
    void a_route_with_sets_that_are_null_is_no_trap() throws Exception {
        twoNodes("242");
        put("242/gateway", "{\"method_routes\":{\"m\":{\"include_node_keys\":null,\"exclude_node_keys\":null}}}");
        rig.post("/242/addMethodRoute", "{\"method\":\"m\",\"include_node_keys\":[\"s1\"]}")
                .is(200, "{\"method\":\"m\",\"include_node_keys\":[\"s1\"],\"exclude_node_keys\":[]}");
    }

    @Test
    void wrong_routes_are_refused() throws Exception {
        rig.post("/243/addMethodRoute", "{\"method\":\"m\",\"include_node_keys\":[\"s1\"]}")
                .refuses(400, "no nodes found for chainID 243");
        twoNodes("243");
        for (String path : List.of("/243/addMethodRoute", "/243/removeMethodRoute")) {
            rig.post(path, "{\"include_node_keys\":\"s1\"}").refuses(400, "invalid request format");
            rig.post(path, "{\"method\":\"m\"}").refuses(400, "at least one of include or exclude is required");
            rig.post(path, "{\"method\":\"m\",\"include_node_keys\":[\"x\"]}").refuses(400, "node x not found");
            rig.post(path, "{\"include_node_keys\":[\"s1\"]}").refuses(400, "method is required");
        }
        rig.post("/243/removeMethodRoute", "{\"method\":\"m\",\"include_node_keys\":[\"s1\"]}")
                .refuses(404, "method route(m) not found");
    }

    // --- mirrors ---

    private static final String MIRROR = "{\"address\":\"127.0.0.1\",\"port\":9545,\"rateLimit\":50}";

    private static final String SHOWN =
            "{\"address\":\"127.0.0.1\",\"port\":9545,\"url\":\"http://127.0.0.1:9545\",\"rateLimit\":50}";

    @Test
    void mirrors_are_added_shown_and_deleted() throws Exception {
        rig.post("/250/addMirror", MIRROR)
                .is(201, "{\"message\":\"mirror target added successfully\",\"mirror\":" + SHOWN + "}");
        assertThat(etcd.get("/prod/250/mirror/127.0.0.1:9545")).hasValue(MIRROR);
        rig.awaitGet("/250/getMirrors", "{\"chain_id\":\"250\",\"count\":1,\"mirrors\":[" + SHOWN + "]}");
        assertThat(rig.get("/getAllMirrors").at("mirrors", "250")).isEqualTo(AdminRig.parsed("[" + SHOWN + "]"));
        rig.post("/250/addMirror", MIRROR).refuses(400, "mirror 127.0.0.1:9545 already exists");
        rig.send("DELETE", "/250/deleteMirror", MIRROR).is(200, "{\"message\":\"mirror target deleted successfully\"}");
        assertThat(etcd.get("/prod/250/mirror/127.0.0.1:9545")).isEmpty();
        rig.send("DELETE", "/250/deleteMirror", MIRROR).refuses(404, "mirror 127.0.0.1:9545 not found");
    }

    @Test
    void deleteAllMirrors_deletes_more_than_one_transaction_takes() throws Exception {
        for (int i = 1; i <= 130; i++) {
            put("251/mirror/m" + i, "{\"address\":\"127.0.0.1\",\"port\":" + i + "}");
        }
        put("2510/mirror/m", "{\"address\":\"127.0.0.1\",\"port\":1}");
        rig.delete("/251/deleteAllMirrors").is(200, "{\"message\":\"all mirror targets deleted successfully\"}");
        rig.awaitGet("/251/getMirrors", "{\"chain_id\":\"251\",\"count\":0,\"mirrors\":[]}");
        assertThat(etcd.get("/prod/251/mirror/m1")).isEmpty();
        assertThat(etcd.get("/prod/251/mirror/m130")).isEmpty();
        assertThat(etcd.get("/prod/2510/mirror/m")).isPresent();
        assertThat(rig.delete("/251/deleteAllMirrors").status()).isEqualTo(200);
    }

    @Test
    void local_mirrors_live_in_this_process_alone() throws Exception {
        rig.post("/252/addLocalMirror", MIRROR)
                .is(201, "{\"message\":\"mirror target added successfully\",\"mirror\":" + SHOWN + "}");
        rig.awaitGet("/252/getMirrors", "{\"chain_id\":\"252\",\"count\":1,\"mirrors\":[" + SHOWN + "]}");
        assertThat(etcd.get("/prod/252/mirror/127.0.0.1:9545")).isEmpty();
        rig.send("DELETE", "/252/deleteLocalMirror", MIRROR)
                .is(200, "{\"message\":\"mirror target deleted successfully\"}");
        assertThat(rig.send("DELETE", "/252/deleteLocalMirror", MIRROR).status())
                .isEqualTo(200);
        rig.awaitGet("/252/getMirrors", "{\"chain_id\":\"252\",\"count\":0,\"mirrors\":[]}");
        rig.post("/252/addLocalMirror", MIRROR);
        rig.delete("/252/deleteAllLocalMirrors").is(200, "{\"message\":\"all mirror targets deleted successfully\"}");
        rig.awaitGet("/252/getMirrors", "{\"chain_id\":\"252\",\"count\":0,\"mirrors\":[]}");
    }

    @Test
    void wrong_mirrors_are_refused() throws Exception {
        for (String path : List.of("/253/addMirror", "/253/addLocalMirror")) {
            rig.post(path, "").refuses(400, "address is required");
            rig.post(path, "{\"port\":1}").refuses(400, "address is required");
            rig.post(path, "{\"address\":\"a\"}").refuses(400, "port must be between 1 and 65535");
            rig.post(path, "{\"address\":\"a\",\"port\":1,\"rateLimit\":-1}")
                    .refuses(400, "rateLimit must not be negative");
            for (String wrong : List.of(
                    "{",
                    "[]",
                    "{\"address\":7,\"port\":1}",
                    "{\"address\":\"a\",\"port\":\"1\"}",
                    "{\"address\":\"a\",\"port\":1,\"rateLimit\":1.5}")) {
                assertThat(rig.post(path, wrong).at("error").toString()).startsWith("invalid request body: ");
            }
        }
    }

    // --- writers ---

    private static String writer(String id) {
        return "{\"node_id\":\"" + id
                + "\",\"node_x_bucket\":\"b\",\"chain_table_bucket\":\"c\",\"region\":\"r\",\"brokers\":[\"k:1\"],\"topic\":\"t\"}";
    }

    private static String shownWriter(String id, String status) {
        return writer(id).replace("}", ",\"status\":\"" + status + "\"}");
    }

    @Test
    void writers_are_listed_and_the_lead_is_switched() throws Exception {
        rig.get("/260/writers").is(200, "{\"writers\":null,\"current_leader\":\"\"}");
        rig.get("/260/writers/leader").refuses(500, "Failed to get leader status: no leader found for chain 260");
        put("260/writers/w1", writer("w1"));
        put("260/writers/w2", writer("ignored"));
        put("260/writers/broken", "not-json");
        String switched = "{\"success\":true,\"message\":\"Leader switched successfully\",";
        rig.post("/260/writers/switchLeader", "{\"new_leader\":\"w1\"}")
                .is(200, switched + "\"old_leader\":\"\",\"new_leader\":\"w1\"}");
        rig.post("/260/writers/switchLeader", "{\"new_leader\":\"w2\"}")
                .is(200, switched + "\"old_leader\":\"w1\",\"new_leader\":\"w2\"}");
        assertThat(etcd.get("/prod/260/writers/leader")).hasValue("w2");
        rig.get("/260/writers/leader").is(200, "{\"current_leader\":\"w2\"}");
        rig.get("/260/writers")
                .is(
                        200,
                        "{\"writers\":[" + shownWriter("w1", "backup") + "," + shownWriter("w2", "leader")
                                + "],\"current_leader\":\"w2\"}");
    }

    @Test
    void the_lead_goes_to_nobody_who_is_not_there() throws Exception {
        put("261/writers/leader", "w1");
        String failed =
                "{\"success\":false,\"message\":\"Failed to switch leader: target node ID not found or offline\","
                        + "\"old_leader\":\"\",\"new_leader\":\"\"}";
        rig.post("/261/writers/switchLeader", "{\"new_leader\":\"w9\"}").is(500, failed);
        rig.post("/261/writers/switchLeader", "{\"new_leader\":\"leader\"}").is(500, failed);
        rig.post("/261/writers/switchLeader", "{}").refuses(400, "new_leader is required");
        assertThat(rig.post("/261/writers/switchLeader", "{").at("error").toString())
                .startsWith("Invalid request body: ");
        assertThat(etcd.get("/prod/261/writers/leader")).hasValue("w1");
    }

    // --- explain ---

    @Test
    void debug_chooseOneNode_says_which_node_and_why() throws Exception {
        twoNodes("270");
        put("270/nativeNodes/n1", rig.nodeJson(1, "manual"));
        put("270/lastBlockNumber", "{\"latestBlockNumber\":\"0x1312d00\"}");
        rig.awaitNodes("270", "a1", "n1", "s1");
        String old = "/270/debug_chooseOneNode?method=eth_getBalance&block=0x1";
        rig.awaitGet(old, "{\"selected_node\":{\"key\":\"a1\",\"weight\":100},\"explain\":" + OLD + "}");
        Reply plain = rig.get("/270/debug_chooseOneNode");
        assertThat(plain.at("selected_node", "key")).isEqualTo("s1");
        assertThat(plain.at("explain", "reason")).isEqualTo("no_context");
        assertThat(rig.get("/270/debug_chooseOneNode?request_key=native").at("selected_node", "key"))
                .isEqualTo("n1");
        assertThat(rig.get("/270/debug_chooseOneNode?archive=true").at("explain", "reason"))
                .isEqualTo("archive_asked");
        assertThat(rig.get("/270/debug_chooseOneNode?block=latest").at("explain", "pool"))
                .isEqualTo("state");
        assertThat(rig.get("/270/debug_chooseOneNode?method=eth_getLogs&block=1")
                        .at("explain", "pool"))
                .isEqualTo("archive");
        assertThat(rig.get("/270/debug_chooseOneNode?method=eth_feeHistory&block=1")
                        .at("explain", "pool"))
                .isEqualTo("archive");
        assertThat(rig.get("/270/debug_chooseOneNode?method=x_own&block=1").at("explain", "pool"))
                .isEqualTo("archive");
        Reply sent = rig.post(
                "/270/debug_chooseOneNode",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\",\"params\":[\"0x0\",\"0x1\"]}");
        assertThat(sent.at("explain")).isEqualTo(AdminRig.parsed(OLD));
    }

    private static final String OLD =
            "{\"method\":\"eth_getBalance\",\"context\":{\"kind\":\"number\",\"value\":\"0x1\"},"
                    + "\"head\":\"0x1312d00\",\"pool\":\"archive\",\"node\":\"a1\",\"reason\":\"older_than_window\",\"candidates\":"
                    + "[{\"node\":\"s1\",\"pool\":\"state\",\"taken\":false,\"reason\":\"pool_not_chosen\"},"
                    + "{\"node\":\"a1\",\"pool\":\"archive\",\"taken\":true,\"reason\":\"weight\"},"
                    + "{\"node\":\"n1\",\"pool\":\"native\",\"taken\":false,\"reason\":\"pool_not_chosen\"}],"
                    + "\"verdict\":\"admitted\"}";

    @Test
    void debug_chooseOneNode_resolves_the_version_as_a_call_does() throws Exception {
        put("271/nodes/old", rig.nodeJson(1, "manual"));
        put("271/v2/nodes/new", rig.nodeJson(1, "manual"));
        put("271/version", "v2");
        rig.awaitNodes("271-v2", "new");
        Reply reply = rig.get("/271/debug_chooseOneNode");
        for (int tries = 0; tries < 200 && !"new".equals(reply.at("selected_node", "key")); tries++) {
            reply = rig.get("/271/debug_chooseOneNode");
        }
        assertThat(reply.at("selected_node", "key")).isEqualTo("new");
    }

    @Test
    void debug_chooseOneNode_says_why_there_is_none() throws Exception {
        rig.get("/272/debug_chooseOneNode")
                .refuses(200, "no available node for chain 272: no nodes available after picking");
        put("272/nodes/s1", rig.nodeJson(1, "manual"));
        put("272/gateway", "{\"weights\":[{\"node_key\":\"s1\",\"weight\":0}]}");
        rig.awaitNodes("272", "s1");
        rig.awaitGet("/272/getWeight?node=all", "{\"weights\":{\"s1\":0}}");
        rig.get("/272/debug_chooseOneNode")
                .refuses(200, "no available node for chain 272: weight sum is zero, all nodes have zero weight");
        rig.get("/272/debug_chooseOneNode?method=txpool_status")
                .refuses(200, "no available node for chain 272: method not allowed");
        rig.post("/272/debug_chooseOneNode", "{}").refuses(400, "invalid JSON-RPC request");
        rig.get("/272/debug_chooseOneNode?archive=maybe").refuses(400, "archive must be true or false");
    }

    // --- rate limits ---

    @Test
    void rate_limits_are_changed_while_calls_come() throws Exception {
        rig.send("PUT", "/rateLimits/eth_probe", "{\"per_second\":5}")
                .is(200, "{\"method\":\"eth_probe\",\"rate_limit\":{\"per_second\":5.0,\"burst\":5.0}}");
        assertThat(rig.get("/rateLimits").at("rate_limits", "eth_probe", "burst"))
                .isEqualTo(5.0);
        rig.send("PUT", "/rateLimits/eth_probe", "{\"per_second\":0}").refuses(400, "per_second must be above 0");
        rig.send("PUT", "/rateLimits/eth_probe", "{\"per_second\":1,\"burst\":0.5}")
                .refuses(400, "burst must be at least 1");
        rig.delete("/rateLimits/eth_probe").is(200, "{\"message\":\"rate limit deleted successfully\"}");
        rig.delete("/rateLimits/eth_probe").refuses(404, "rate limit(eth_probe) not found");
    }

    // --- what holds for all of them ---

    @Test
    void a_dry_run_shows_what_would_change_and_changes_nothing() throws Exception {
        twoNodes("280");
        rig.post("/280/setWeight?node=s1&weight=10&dryRun=true", "")
                .is(
                        200,
                        "{\"dryRun\":true,\"before\":{\"280/gateway\":null},\"after\":{\"280/gateway\":"
                                + "{\"weights\":[{\"node_key\":\"s1\",\"weight\":10}]}}}");
        assertThat(etcd.get("/prod/280/gateway")).isEmpty();
        assertThat(rig.delete("/280/deleteNode/s1?dryrun=true").at("after", "280/nodes/s1"))
                .isNull();
        assertThat(etcd.get("/prod/280/nodes/s1")).isPresent();
        rig.delete("/280/deleteLocalNode/s1?dryRun=true");
        rig.awaitNodes("280", "a1", "s1");
        rig.delete("/280/deleteNode/s1?dryRun=yes").refuses(400, "dryRun must be true or false");
        assertThat(etcd.get("/prod/280/nodes/s1")).isPresent();
    }

    @Test
    void every_change_is_written_down_with_who_what_before_and_after() throws Exception {
        twoNodes("281");
        rig.post("/281/setWeight?node=s1&weight=10", "");
        rig.post("/281/setWeight?node=s1&weight=20", "");
        List<?> lines = Files.readAllLines(audit).stream()
                .filter(line -> line.contains("281/gateway"))
                .map(AdminConformanceTest::json)
                .toList();
        assertThat(lines).hasSize(2);
        Map<?, ?> line = (Map<?, ?>) lines.get(1);
        assertThat(line.keySet().stream().map(String::valueOf).toList())
                .containsExactly("at", "actor", "peer", "route", "key", "before", "after", "result");
        assertThat(line.get("actor")).isEqualTo("local");
        assertThat(line.get("peer")).isEqualTo("127.0.0.1");
        assertThat(line.get("route")).isEqualTo("POST /{chainId}/setWeight");
        assertThat(line.get("before")).isEqualTo(json("{\"weights\":[{\"node_key\":\"s1\",\"weight\":10}]}"));
        assertThat(line.get("after")).isEqualTo(json("{\"weights\":[{\"node_key\":\"s1\",\"weight\":20}]}"));
        assertThat(line.get("result")).isEqualTo("done");
    }

    private static Object json(String text) {
        try {
            return AdminRig.parsed(text);
        } catch (IOException malformed) {
            throw new AssertionError(text, malformed);
        }
    }

    @Test
    void a_slash_too_many_is_redirected() throws Exception {
        assertThat(rig.raw("GET /getChains/ HTTP/1.1", "Host: 127.0.0.1")).contains("301");
        assertThat(rig.raw("POST /282/addNode/?dryRun=true HTTP/1.1", "Host: 127.0.0.1", "Content-Length: 0"))
                .contains("307");
        assertThat(rig.raw("GET //evil.example/getAllNodes/ HTTP/1.1", "Host: 127.0.0.1"))
                .contains("404");
        assertThat(rig.raw("GET /282/nothing/ HTTP/1.1", "Host: 127.0.0.1")).contains("404");
    }

    @Test
    void other_methods_on_admin_paths_are_404_and_told_which_ones_there_are() throws Exception {
        for (String line : new String[] {
            "PUT /282/addNode",
            "post /282/addNode",
            "DELETE /282/addNode",
            "POST /282/getAllNodes?a=b",
            "GET /282/updateNode/a",
            "GET /282/writers/switchLeader",
            "GET /282/nothing"
        }) {
            assertThat(rig.rawHead(line + " HTTP/1.1", "Host: 127.0.0.1", "Content-Length: 0"))
                    .as(line)
                    .startsWith("HTTP/1.1 404 ")
                    .contains("\r\nContent-Type: text/plain");
        }
        try (RawClient client = RawClient.connect(rig.port())) {
            client.send("PUT /282/addNode HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n");
            assertThat(client.readAnswer()).endsWith("\r\n\r\nNot Found: this admin call is made with POST.\n");
        }
    }

    @Test
    void what_is_read_with_get_is_read_with_head_too_without_a_body() throws Exception {
        try (RawClient client = RawClient.connect(rig.port())) {
            client.send("HEAD /getChains HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                    + "GET /getChains HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
            String head = client.readUntil("\r\n\r\n");
            assertThat(head).startsWith("HTTP/1.1 200 ").contains("\r\nContent-Type: application/json");
            String answer = client.readAnswer();
            assertThat(answer).startsWith("HTTP/1.1 200 ").contains("{\"chain_ids\":");
            int length = answer.length() - answer.indexOf("\r\n\r\n") - 4;
            assertThat(head).contains("\r\nContent-Length: " + length + "\r\n");
        }
    }

    @Test
    void a_chain_beyond_64_bits_is_a_name_like_any_other() throws Exception {
        String chain = "/999999999999999999999999999999";
        rig.get(chain + "/getAllMethodRoutes").is(200, "{\"method_routes\":null}");
        rig.delete(chain + "/deleteNode/none").refuses(404, "node none not found");
        rig.get(chain + "/debug_chooseOneNode?block=99999999999999999999&method=eth_call");
        assertThat(rig.rawHead("GET " + chain + "/debug_chooseOneNode?block= HTTP/1.1", "Host: 127.0.0.1"))
                .startsWith("HTTP/1.1 200 ");
    }
}
