package io.ethryx.server.gateway.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the content of a topology file; how it is watched is its library's matter. */
final class FileTopologyTest {

    private static final String NODE = "1/nodes/s: {address: 127.0.0.1, port: 8545, nodeType: 1, stateType: 1}\n";

    @TempDir
    private Path folder;

    private final List<Topology> told = new ArrayList<>();

    private FileTopology started() throws Exception {
        FileTopology topology = new FileTopology(Files.writeString(folder.resolve("nodes.yaml"), NODE), told::add);
        assertThat(topology.start()).isEmpty();
        assertThat(told).hasSize(1);
        return topology;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \t\r\n \n"})
    void a_file_that_was_cut_to_nothing_takes_no_node_away(String nothing) throws Exception {
        try (FileTopology topology = started()) {
            topology.changed(bytes(nothing));
            assertThat(told).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "# none today\n{}\n"})
    void who_says_that_there_are_no_nodes_is_heard(String none) throws Exception {
        try (FileTopology topology = started()) {
            topology.changed(bytes(none));
            assertThat(told).hasSize(2);
            assertThat(told.get(1).chains()).isEmpty();
        }
    }

    @Test
    void an_edit_with_nodes_is_told() throws Exception {
        try (FileTopology topology = started()) {
            topology.changed(bytes(NODE.replace("1/", "2/")));
            assertThat(told).hasSize(2);
            assertThat(told.get(1).chains().keySet()).hasToString("[2]");
        }
    }
}
