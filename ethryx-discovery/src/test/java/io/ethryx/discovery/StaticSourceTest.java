package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StaticSourceTest {

    private static final String NODE = "{\"address\":\"127.0.0.1\",\"port\":8545,\"stateType\":1}";

    private final List<Topology> topologies = new ArrayList<>();
    private final StaticSource source = new StaticSource(topologies::add);

    @Test
    void the_key_space_written_down_is_a_topology() {
        List<Fault> faults = source.replace(List.of(
                entry("1/nodes/s1", NODE),
                entry(
                        "1/nodes/a1",
                        "{\"address\":\"127.0.0.1\",\"port\":8546,\"nodeType\":2,\"stateType\":1,\"path\":\"/rpc\"}"),
                entry("1/nativeNodes/n1", NODE),
                entry("1/lastBlockNumber", "{\"latestBlockNumber\":\"0x1312d00\"}"),
                entry("1/gateway", "{\"weights\":[{\"node_key\":\"s1\",\"weight\":10}]}"),
                entry("1/mirror/m1", "{\"address\":\"127.0.0.1\",\"port\":9545,\"rateLimit\":50}"),
                entry("1/version", "{\"version\":\"v2\"}"),
                entry("1/v2/nodes/x1", NODE),
                entry("1/writers/leader", "\"w1\"")));
        assertThat(faults).isEmpty();
        ChainTopology one = chain("1");
        assertThat(one.nodes()).extracting(Node::key).containsExactly("s1", "a1", "n1");
        assertThat(one.head()).hasValue(20_000_000);
        assertThat(one.gateway().weightOf("s1")).isEqualTo(10);
        assertThat(one.mirrors()).hasSize(1);
        assertThat(source.topology().effective(ChainId.parse("0x1").orElseThrow()))
                .isEqualTo(ChainId.parse("1-v2").orElseThrow());
        assertThat(topologies).containsExactly(source.topology());
    }

    @Test
    void native_nodes_have_names_of_their_own() {
        source.replace(List.of(entry("1/nodes/a", NODE), entry("1/nativeNodes/a", NODE)));
        assertThat(chain("1").nodes()).extracting(Node::pool).containsExactly(Pool.STATE, Pool.NATIVE);
    }

    @Test
    void an_edit_with_faults_is_refused_with_all_of_them_and_changes_nothing() {
        source.replace(List.of(entry("1/nodes/s1", NODE)));
        Topology before = source.topology();
        List<Fault> faults = source.replace(List.of(
                new StaticEntry("1/nodes/s2", NODE, 3),
                new StaticEntry("1/nodes/s3", "{\"address\":\"http://a\",\"port\":99999,\"weight\":101}", 4),
                new StaticEntry("1/lastBlock", "\"0x1\"", 5),
                new StaticEntry("0x1/nodes/s2", NODE, 6)));
        assertThat(faults)
                .extracting(fault -> fault.line() + ": " + fault)
                .containsExactly(
                        "4: 1/nodes/s3 address: http://a: has to be a host name or an IP address;"
                                + " leave out scheme, port and path",
                        "4: 1/nodes/s3 port: 99999: has to be 1 to 65535; write the node's port",
                        "4: 1/nodes/s3 weight: 101: has to be 0 to 100; 100 counts in its place",
                        "4: 1/nodes/s3 stateType: absent: has to be 1 (available), 2 (delayed) or 3 (offline);"
                                + " such a node counts as not available",
                        "5: 1/lastBlock: \"0x1\": no such key; known are CHAIN/nodes/NAME, CHAIN/nativeNodes/NAME,"
                                + " CHAIN/lastBlockNumber, CHAIN/gateway, CHAIN/mirror/NAME, CHAIN/version",
                        "6: 0x1/nodes/s2: " + NODE + ": speaks of the same as 1/nodes/s2 in line 3; keep one of them");
        assertThat(source.topology()).isSameAs(before);
        assertThat(topologies).containsExactly(before);
    }

    @Test
    void a_member_that_nobody_knows_is_a_slip_of_the_pen() {
        assertThat(StaticSource.check(
                        List.of(entry("1/nodes/a", "{\"address\":\"a\",\"port\":1,\"stateType\":1,\"wieght\":5}"))))
                .singleElement()
                .hasToString("1/nodes/a wieght: wieght: no such member; known here: "
                        + "address, port, weight, source, nodeType, path, stateType");
    }

    @Test
    void what_does_not_change_stays_the_same_object() {
        source.replace(List.of(entry("1/nodes/a", NODE), entry("2/nodes/a", NODE)));
        ChainTopology one = chain("1");
        source.replace(List.of(entry("1/nodes/a", NODE), entry("2/nodes/b", NODE)));
        assertThat(chain("1")).isSameAs(one);
        assertThat(chain("2").nodes()).extracting(Node::key).containsExactly("b");
        assertThat(topologies).extracting(Topology::revision).containsExactly(1L, 2L);
    }

    @Test
    void the_same_edit_again_is_no_change() {
        source.replace(List.of(entry("1/nodes/a", NODE)));
        assertThat(source.replace(List.of(entry("1/nodes/a", NODE)))).isEmpty();
        assertThat(topologies).hasSize(1);
    }

    @Test
    void chains_and_settings_that_are_gone_go_away() {
        source.replace(List.of(entry("1/nodes/a", NODE), entry("1/version", "v2"), entry("2/nodes/a", NODE)));
        source.replace(List.of(entry("1/nodes/a", NODE)));
        assertThat(source.topology().chains()).hasSize(1);
        assertThat(chain("1").override()).isEmpty();
        source.replace(List.of());
        assertThat(source.topology().chains()).isEmpty();
    }

    private ChainTopology chain(String id) {
        return source.topology().chain(ChainId.parse(id).orElseThrow());
    }

    private static StaticEntry entry(String key, String json) {
        return new StaticEntry(key, json, 0);
    }
}
