package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LocalOverlayTest {

    private static final ChainId ONE = new ChainId("1", "");

    private final List<Topology> seen = new ArrayList<>();
    private final LocalOverlay overlay = new LocalOverlay(seen::add);
    private final StaticSource source = new StaticSource(overlay);

    @Test
    void without_edits_the_topology_is_that_of_the_source() {
        write("a 1", "b 2");
        assertThat(ports()).containsExactly(1, 2);
        assertThat(overlay.topology().chains()).isEqualTo(source.topology().chains());
        assertThat(overlay.topology().chain(ONE)).isSameAs(source.topology().chain(ONE));
    }

    @Test
    void a_local_node_stands_behind_the_others_or_in_the_place_of_its_namesake() {
        write("a 1", "b 2");
        overlay.putNode(ONE, node("c", 3));
        overlay.putNode(ONE, node("a", 9));
        assertThat(ports()).containsExactly(9, 2, 3);
        assertThat(seen).extracting(Topology::revision).containsExactly(1L, 2L, 3L);
    }

    @Test
    void an_edit_holds_until_the_source_changes_what_it_lies_over() {
        write("a 1", "b 2");
        overlay.putNode(ONE, node("a", 9));
        write("a 1", "b 7");
        assertThat(ports()).containsExactly(9, 7);
        write("a 5", "b 7");
        assertThat(ports()).containsExactly(5, 7);
        overlay.deleteNode(ONE, "a");
        assertThat(ports()).containsExactly(7);
        write("a 5", "b 8");
        assertThat(ports()).containsExactly(8);
        write("a 6", "b 8");
        assertThat(ports()).containsExactly(6, 8);
    }

    @Test
    void a_node_that_the_source_drops_takes_its_edit_along() {
        write("a 1", "b 2");
        overlay.putNode(ONE, node("a", 9));
        write("b 2");
        assertThat(ports()).containsExactly(2);
    }

    @Test
    void deleting_tells_whether_there_was_something_and_a_native_node_goes_too() {
        source.replace(List.of(new StaticEntry("1/nativeNodes/n", json(1), 0)));
        assertThat(overlay.deleteNode(ONE, "other")).isFalse();
        assertThat(overlay.deleteNode(ONE, "n")).isTrue();
        assertThat(overlay.deleteNode(ONE, "n")).isFalse();
        assertThat(ports()).isEmpty();
        overlay.putNode(ONE, node("c", 3));
        assertThat(overlay.deleteNode(ONE, "c")).isTrue();
        assertThat(overlay.deleteNode(ONE, "c")).isFalse();
    }

    @Test
    void a_chain_may_be_local_alone_and_ends_with_its_last_entry() {
        ChainId other = new ChainId("56", "");
        overlay.putNode(other, node("c", 3));
        assertThat(overlay.topology().chains()).containsOnlyKeys(other);
        write("a 1");
        assertThat(overlay.topology().chains()).containsOnlyKeys(other, ONE);
        overlay.deleteNode(other, "c");
        assertThat(overlay.topology().chains()).containsOnlyKeys(ONE);
    }

    @Test
    void mirror_targets_come_and_go_likewise() {
        write("a 1");
        MirrorTarget target = new MirrorTarget("m:1", "m", 1, OptionalInt.of(5));
        overlay.putMirror(ONE, target);
        assertThat(overlay.topology().chain(ONE).mirrors()).containsExactly(target);
        assertThat(overlay.deleteMirror(ONE, "m:1")).isTrue();
        assertThat(overlay.deleteMirror(ONE, "m:1")).isFalse();
        assertThat(overlay.topology().chain(ONE).mirrors()).isEmpty();
    }

    private void write(String... nodes) {
        source.replace(Arrays.stream(nodes)
                .map(node -> node.split(" ", 2))
                .map(parts -> new StaticEntry("1/nodes/" + parts[0], json(Integer.parseInt(parts[1])), 0))
                .toList());
    }

    private static String json(int port) {
        return "{\"address\":\"h\",\"port\":" + port + ",\"stateType\":1}";
    }

    private List<Integer> ports() {
        ChainTopology chain = overlay.topology().chain(ONE);
        return chain == null
                ? List.of()
                : chain.nodes().stream().map(Node::port).toList();
    }

    private static Node node(String key, int port) {
        return new Node(key, Pool.STATE, "h", port, null, 100, 1, "local", NodeStatus.READY);
    }
}
