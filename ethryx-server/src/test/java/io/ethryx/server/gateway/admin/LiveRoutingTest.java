package io.ethryx.server.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.real.EtcdProcess;
import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawUpstream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls go by what etcd says now: nodes that vanish, weights, versions. Each test has a chain of its own. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LiveRoutingTest {

    private static final String ONE = "\"result\":\"0x10\"";
    private static final String OTHER = "\"result\":\"0x20\"";
    private static final String NONE = "no backends available";

    private EtcdProcess etcd;
    private AdminRig rig;
    private RawUpstream other;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        etcd = EtcdProcess.in(folder);
        etcd.start();
        rig = AdminRig.start("etcd_endpoints: ['" + etcd.url() + "']");
        other = AdminRig.node("0x20");
    }

    @AfterAll
    void stop() throws Exception {
        rig.close();
        other.close();
        etcd.close();
    }

    private String otherJson(int nodeType) {
        return rig.nodeJson(nodeType, "manual").replace("\"port\":" + rig.nodePort(), "\"port\":" + other.port());
    }

    private String call(String chain) {
        try {
            return rig.call(chain, "eth_chainId");
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    private void awaitCall(String chain, String answer) {
        Await.until(
                () -> call(chain).contains(answer), () -> chain + " answers " + call(chain) + ", awaited " + answer);
    }

    /** What many calls are answered with. */
    private Set<String> answers(String chain) {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            answers.add(call(chain));
        }
        return new TreeSet<>(answers);
    }

    @Test
    void while_all_nodes_of_a_pool_are_gone_the_other_serves_and_without_any_the_error_is_clean() throws Exception {
        etcd.put("310/nodes/s1", rig.nodeJson(1, "manual"));
        etcd.put("310/nodes/a1", otherJson(2));
        rig.awaitNodes("310", "a1", "s1");
        awaitCall("310", ONE);
        etcd.delete("310/nodes/s1");
        awaitCall("310", OTHER);
        etcd.delete("310/nodes/a1");
        awaitCall("310", NONE);
        assertThat(call("310")).contains("\"code\":-32603");
        etcd.put("310/nodes/s1", rig.nodeJson(1, "manual"));
        awaitCall("310", ONE);
    }

    @Test
    void a_node_of_weight_zero_is_drained_and_all_of_weight_zero_are_none() throws Exception {
        etcd.put("311/nodes/n1", rig.nodeJson(1, "manual"));
        etcd.put("311/nodes/n2", otherJson(1));
        rig.awaitNodes("311", "n1", "n2");
        rig.post("/311/setWeight?node=n1&weight=0", "");
        rig.awaitGet("/311/getWeight?node=n1", "{\"weights\":{\"n1\":0}}");
        assertThat(answers("311")).singleElement().asString().contains(OTHER);
        rig.post("/311/setWeight?node=n2&weight=0", "");
        awaitCall("311", NONE);
        rig.post("/311/setWeight?node=n1&weight=1", "");
        awaitCall("311", ONE);
    }

    @Test
    void a_version_is_switched_under_way_and_one_without_nodes_changes_nothing() throws Exception {
        etcd.put("312/nodes/old", rig.nodeJson(1, "manual"));
        etcd.put("312/v2/nodes/new", otherJson(1));
        rig.awaitNodes("312", "old");
        rig.awaitNodes("312-v2", "new");
        awaitCall("312", ONE);
        awaitCall("0x138-v2", OTHER);
        etcd.put("312/version", "{\"version\":\"v2\"}");
        awaitCall("312", OTHER);
        etcd.put("312/version", "v3");
        awaitCall("312", ONE);
        etcd.put("312/version", "\"v2\"");
        awaitCall("0x138", OTHER);
        etcd.delete("312/version");
        awaitCall("312", ONE);
    }

    @Test
    void a_method_route_is_followed_as_soon_as_it_is_made() throws Exception {
        etcd.put("313/nodes/n1", rig.nodeJson(1, "manual"));
        etcd.put("313/nodes/n2", otherJson(1));
        rig.awaitNodes("313", "n1", "n2");
        rig.post("/313/addMethodRoute", "{\"method\":\"eth_chainId\",\"include_node_keys\":[\"n2\"]}");
        Await.until(() -> answers("313").size() == 1, () -> "two nodes answer");
        assertThat(call("313")).contains(OTHER);
        rig.delete("/313/deleteMethodRoute/eth_chainId");
        Await.until(() -> answers("313").size() == 2, () -> "one node answers");
    }

    @Test
    void a_limit_that_is_set_while_calls_come_holds_from_then_on() throws Exception {
        etcd.put("314/nodes/n1", rig.nodeJson(1, "manual"));
        rig.awaitNodes("314", "n1");
        assertThat(rig.call("314", "eth_syncing")).contains(ONE);
        rig.send("PUT", "/rateLimits/eth_syncing", "{\"per_second\":0.001}");
        assertThat(rig.call("314", "eth_syncing")).contains(ONE);
        assertThat(rig.call("314", "eth_syncing")).contains("too many requests");
        rig.delete("/rateLimits/eth_syncing");
        assertThat(rig.call("314", "eth_syncing")).contains(ONE);
    }
}
