package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFileTest {

    @TempDir
    private Path folder;

    private Path path;
    private SnapshotFile file;

    @BeforeEach
    void name() {
        path = folder.resolve("last.json");
        file = new SnapshotFile(path);
    }

    @Test
    void what_is_written_is_read_in_the_order_in_which_the_keys_came_to_be() throws IOException {
        file.write(List.of(entry("2/nodes/b", "{\"é\":\"\\n\"}", 9), entry("1/version", "v2", 3)));
        assertThat(file.read())
                .extracting(StoredEntry::key, stored -> new String(stored.value(), StandardCharsets.UTF_8))
                .containsExactly(tuple("1/version", "v2"), tuple("2/nodes/b", "{\"é\":\"\\n\"}"));
        assertThat(path).hasContent("{\n\"1/version\":\"v2\",\n\"2/nodes/b\":\"{\\\"é\\\":\\\"\\\\n\\\"}\"\n}\n");
    }

    @Test
    void nothing_is_left_beside_the_file_and_an_old_one_is_replaced() throws IOException {
        file.write(List.of(entry("1/version", "v1", 1)));
        file.write(List.of());
        assertThat(file.read()).isEmpty();
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(path);
        }
    }

    @Test
    void no_file_is_no_snapshot() throws IOException {
        assertThat(file.read()).isEmpty();
    }

    @Test
    void a_file_that_is_no_snapshot_says_so() throws IOException {
        for (String other : List.of("", "[]", "{\"1/version\":{}}", "{\"1/version\":\"v1\"")) {
            Files.writeString(path, other);
            assertThatThrownBy(file::read)
                    .as(other)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is no snapshot");
        }
    }

    @Test
    void a_file_that_can_not_be_written_keeps_the_old_one() throws IOException {
        SnapshotFile nowhere = new SnapshotFile(folder.resolve("no/such/folder.json"));
        assertThatThrownBy(() -> nowhere.write(List.of())).isInstanceOf(IOException.class);
    }

    private static StoredEntry entry(String key, String value, long created) {
        return new StoredEntry(key, value.getBytes(StandardCharsets.UTF_8), created, created);
    }
}
