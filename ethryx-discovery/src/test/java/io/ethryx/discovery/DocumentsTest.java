package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentsTest {

    @Test
    void a_weight_is_added_changed_and_taken_away() {
        GatewayDocument one = GatewayDocument.EMPTY.withWeight("a", 0).withWeight("b", 10);
        assertThat(one)
                .hasToString("{\"weights\":[{\"node_key\":\"a\",\"weight\":0},{\"node_key\":\"b\",\"weight\":10}]}");
        assertThat(one.withWeight("a", 5))
                .hasToString("{\"weights\":[{\"node_key\":\"b\",\"weight\":10},{\"node_key\":\"a\",\"weight\":5}]}");
        assertThat(one.withWeight("a", 100).withWeight("b", 100)).hasToString("{}");
        assertThatThrownBy(() -> one.withWeight("a", 101)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void routes_merge_shrink_and_go() {
        GatewayDocument one = GatewayDocument.EMPTY
                .withRoute("eth_call", List.of("a"), List.of())
                .withRoute("eth_call", List.of("b"), List.of("c"));
        assertThat(one)
                .hasToString("{\"method_routes\":{\"eth_call\":{\"include_node_keys\":{\"a\":true,\"b\":true},"
                        + "\"exclude_node_keys\":{\"c\":true}}}}");
        assertThat(one.withoutRoute("eth_call", List.of("a", "b"), List.of()))
                .hasToString("{\"method_routes\":{\"eth_call\":{\"include_node_keys\":{},"
                        + "\"exclude_node_keys\":{\"c\":true}}}}");
        assertThat(one.withoutRoute("eth_call", List.of("a", "b"), List.of("c")))
                .isEqualTo(GatewayDocument.EMPTY);
        assertThat(one.withoutRoute("eth_call")).isEqualTo(GatewayDocument.EMPTY);
        assertThat(one.withoutRoute("other")).isSameAs(one);
    }

    @Test
    void a_node_leaves_weights_and_routes_together() {
        GatewayDocument one = GatewayDocument.EMPTY
                .withWeight("a", 1)
                .withWeight("b", 2)
                .withRoute("m", List.of("a"), List.of())
                .withRoute("n", List.of("b"), List.of("a"));
        assertThat(one.withoutNode("a"))
                .isEqualTo(GatewayDocument.EMPTY.withWeight("b", 2).withRoute("n", List.of("b"), List.of()));
    }

    @Test
    void a_route_with_null_for_its_keys_can_be_added_to() {
        assertThat(GatewayDocument.of("{\"method_routes\":{\"m\":{\"include_node_keys\":null}}}")
                        .withRoute("m", List.of("a"), List.of()))
                .hasToString("{\"method_routes\":{\"m\":{\"include_node_keys\":{\"a\":true},"
                        + "\"exclude_node_keys\":{}}}}");
    }

    @Test
    void what_nobody_knows_is_kept_as_it_was_written() {
        String text =
                "{\"x\":[1.50,\"é\\n\",null,true],\"weights\":[{\"node_key\":\"a\",\"weight\":1,\"why\":\"test\"}]}";
        assertThat(GatewayDocument.of(text).text()).isEqualTo(text);
        assertThat(GatewayDocument.of(text).withWeight("b", 2).text())
                .startsWith(
                        "{\"x\":[1.50,\"é\\n\",null,true],\"weights\":[{\"node_key\":\"a\",\"weight\":1,\"why\":\"test\"},");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "x", "{\"weights\":{}}", "{\"weights\":[1]}", "{\"method_routes\":[]}"})
    void a_document_of_another_shape_is_not_changed(String text) {
        assertThatThrownBy(() -> GatewayDocument.of(text).withoutNode("a"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_node_is_written_as_other_programs_write_it_and_read_back() {
        Node node = new Node("k", Pool.ARCHIVE, "10.0.0.1", 8545, "/rpc", 60, 1, "manual", NodeStatus.READY);
        String text = NodeDocument.of(node).text();
        assertThat(text)
                .isEqualTo("{\"stateType\":1,\"address\":\"10.0.0.1\",\"port\":8545,\"nodeType\":2,\"weight\":60,"
                        + "\"source\":\"manual\",\"path\":\"/rpc\"}");
        TopologyKey key = ((KeyReading.Entry) KeySpace.read("1/nodes/k")).key();
        assertThat(EntryDecoder.decode(key, text.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new Decoded(new Entry.Registered(node), List.of()));
    }

    @Test
    void a_node_moves_and_keeps_the_rest() {
        NodeDocument node = NodeDocument.of("{\"address\":\"a\",\"port\":1,\"source\":\" manual \",\"rack\":7}");
        assertThat(node.source()).isEqualTo("manual");
        assertThat(node.withAddress("b").withPort(2))
                .hasToString("{\"address\":\"b\",\"port\":2,\"source\":\" manual \",\"rack\":7}");
        assertThat(NodeDocument.of("{}").source()).isEqualTo("official");
    }
}
