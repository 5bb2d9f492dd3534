package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.ethryx.discovery.EtcdEditor.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdEditorTest {

    @TempDir
    private Path folder;

    private EtcdServer etcd;
    private EtcdEditor editor;

    @BeforeEach
    void start() throws Exception {
        etcd = EtcdServer.alone(folder);
        editor = new EtcdEditor(EtcdSettings.of(List.of(etcd.endpoint())).withPrefix("/prod"));
    }

    @AfterEach
    void stop() {
        editor.close();
        etcd.close();
    }

    @Test
    void a_key_is_made_once_changed_as_it_was_read_and_deleted() throws Exception {
        assertThat(await(editor.read("1/gateway"))).isEmpty();
        assertThat(commit(EtcdEdit.NONE.put("1/gateway", Optional.empty(), "{}")))
                .isEqualTo(Outcome.DONE);
        assertThat(commit(EtcdEdit.NONE.put("1/gateway", Optional.empty(), "{}")))
                .isEqualTo(Outcome.CONFLICT);

        Optional<EtcdValue> first = await(editor.read("1/gateway"));
        assertThat(first).map(EtcdValue::text).hasValue("{}");
        assertThat(commit(EtcdEdit.NONE.put("1/gateway", first, "one"))).isEqualTo(Outcome.DONE);
        assertThat(commit(EtcdEdit.NONE.put("1/gateway", first, "two"))).isEqualTo(Outcome.CONFLICT);
        assertThat(commit(EtcdEdit.NONE.delete(first.orElseThrow()))).isEqualTo(Outcome.CONFLICT);

        EtcdValue second = await(editor.read("1/gateway")).orElseThrow();
        assertThat(second.text()).isEqualTo("one");
        assertThat(commit(EtcdEdit.NONE.delete(second))).isEqualTo(Outcome.DONE);
        assertThat(await(editor.read("1/gateway"))).isEmpty();
    }

    @Test
    void several_changes_are_made_together_or_not_at_all() throws Exception {
        commit(EtcdEdit.NONE.put("1/gateway", Optional.empty(), "old"));
        EtcdEdit onStaleGateway =
                EtcdEdit.NONE.put("1/nodes/a", Optional.empty(), "node").put("1/gateway", Optional.empty(), "new");
        assertThat(commit(onStaleGateway)).isEqualTo(Outcome.CONFLICT);
        assertThat(await(editor.read("1/nodes/a"))).isEmpty();
        EtcdEdit asRead = EtcdEdit.NONE
                .put("1/nodes/a", Optional.empty(), "node")
                .put("1/gateway", await(editor.read("1/gateway")), "new");
        assertThat(commit(asRead)).isEqualTo(Outcome.DONE);
        assertThat(await(editor.readAll("1/")))
                .extracting(EtcdValue::key, EtcdValue::text)
                .containsExactly(tuple("1/gateway", "new"), tuple("1/nodes/a", "node"));
    }

    @Test
    void keys_stand_behind_the_prefix_where_a_source_finds_them() throws Exception {
        EtcdSettings settings = EtcdSettings.of(List.of(etcd.endpoint())).withPrefix("/prod");
        try (Followed followed = Followed.follow(settings)) {
            commit(EtcdEdit.NONE.put("1/nodes/a", Optional.empty(), "{\"address\":\"a\",\"port\":1,\"stateType\":1}"));
            followed.awaitNodes("1", "a");
        }
    }

    @Test
    void of_many_who_change_the_same_key_each_change_counts_once() throws Exception {
        commit(EtcdEdit.NONE.put("1/counter", Optional.empty(), "0"));
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread writer = new Thread(this::countToFive);
            writer.start();
            writers.add(writer);
        }
        for (Thread writer : writers) {
            writer.join();
        }
        assertThat(await(editor.read("1/counter"))).map(EtcdValue::text).hasValue("20");
    }

    private void countToFive() {
        try {
            for (int done = 0; done < 5; ) {
                Optional<EtcdValue> read = await(editor.read("1/counter"));
                int next = Integer.parseInt(read.orElseThrow().text()) + 1;
                done += commit(EtcdEdit.NONE.put("1/counter", read, "" + next)) == Outcome.DONE ? 1 : 0;
            }
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void after_a_restart_of_etcd_the_next_call_is_answered() throws Exception {
        commit(EtcdEdit.NONE.put("1/version", Optional.empty(), "v1"));
        etcd.kill();
        etcd.restart();
        assertThat(await(editor.read("1/version"))).map(EtcdValue::text).hasValue("v1");
    }

    @Test
    void without_etcd_a_call_fails_in_bounded_time_and_says_why() throws Exception {
        etcd.kill();
        try (EtcdEditor lonely = new EtcdEditor(
                EtcdSettings.of(List.of(etcd.endpoint())).withTimes(Duration.ofSeconds(2), Duration.ofSeconds(1)))) {
            assertThatThrownBy(() -> await(lonely.read("1/version")))
                    .cause()
                    .isInstanceOf(EtcdUnavailableException.class)
                    .hasMessageContaining("UNAVAILABLE");
        }
    }

    @Test
    void an_edit_can_not_change_what_it_does_not_guard() {
        assertThatThrownBy(() -> new EtcdEdit(Map.of(), Map.of("a", Optional.empty())))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_closed_editor_answers_no_more() {
        editor.close();
        editor.close();
        assertThatThrownBy(() -> await(editor.read("1/version"))).hasMessageContaining("closed");
    }

    private Outcome commit(EtcdEdit edit) throws Exception {
        return await(editor.commit(edit));
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
