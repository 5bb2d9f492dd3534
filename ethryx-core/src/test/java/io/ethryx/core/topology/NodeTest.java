package io.ethryx.core.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeTest {

    @ParameterizedTest
    @CsvSource({
        "1, READY, READY, true",
        "2, READY, LAGGING, false",
        "3, READY, UNREACHABLE, false",
        "0, READY, UNKNOWN, false",
        "7, READY, UNKNOWN, false",
        "1, UNREACHABLE, UNREACHABLE, false",
        "1, SYNCING, SYNCING, false",
        "1, UNKNOWN, UNKNOWN, false",
        "3, UNREACHABLE, UNREACHABLE, false",
    })
    void a_node_is_available_if_it_is_said_to_be_and_its_probes_pass(
            int stateType, NodeStatus probed, NodeStatus status, boolean available) {
        Node node = node("a", Pool.STATE, stateType).withProbed(probed);

        assertThat(node.status()).isEqualTo(status);
        assertThat(node.available()).isEqualTo(available);
        assertThat(node.joined()).isEqualTo(probed != NodeStatus.UNKNOWN);
    }

    @Test
    void state_and_archive_nodes_share_one_set_of_keys_and_native_nodes_have_their_own() {
        Node state = node("a", Pool.STATE, 1);

        assertThat(state.sameEntry(node("a", Pool.ARCHIVE, 2))).isTrue();
        assertThat(state.sameEntry(node("a", Pool.NATIVE, 1))).isFalse();
        assertThat(state.sameEntry(node("b", Pool.STATE, 1))).isFalse();
    }

    @Test
    void an_ipv6_address_gets_brackets() {
        Node node = new Node("a", Pool.STATE, "::1", 8545, null, 1, 1, "manual", NodeStatus.READY);

        assertThat(node.hostPort()).isEqualTo("[::1]:8545");
        assertThat(node("a", Pool.STATE, 1).hostPort()).isEqualTo("127.0.0.1:8545");
    }

    @Test
    void what_no_node_can_be_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Node("", Pool.STATE, "a", 1, null, 1, 1, "", NodeStatus.READY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Node("a", Pool.STATE, "", 1, null, 1, 1, "", NodeStatus.READY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Node("a", Pool.STATE, "a", 0, null, 1, 1, "", NodeStatus.READY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Node("a", Pool.STATE, "a", 65536, null, 1, 1, "", NodeStatus.READY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Node("a", Pool.STATE, "a", 1, "rpc", 1, 1, "", NodeStatus.READY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Node("a", Pool.STATE, "a", 1, null, 101, 1, "", NodeStatus.READY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Node("a", Pool.STATE, "a", 1, null, -1, 1, "", NodeStatus.READY));
    }

    static Node node(String key, Pool pool, int stateType) {
        return new Node(key, pool, "127.0.0.1", 8545, null, Node.DEFAULT_WEIGHT, stateType, "manual", NodeStatus.READY);
    }
}
