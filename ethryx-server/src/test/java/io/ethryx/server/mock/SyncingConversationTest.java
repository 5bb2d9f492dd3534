package io.ethryx.server.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyncingConversationTest {

    private final SyncingConversation conversation = new SyncingConversation();
    private final List<String> replies = new ArrayList<>();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String syncing(String id) {
        return "{\"id\":" + id + ",\"method\":\"eth_syncing\"}";
    }

    private static String call(String id) {
        return "{\"id\":" + id + ",\"method\":\"eth_chainId\"}";
    }

    private static String notSyncing(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":false}";
    }

    private static String result(String id) {
        return "{\"id\":" + id + ",\"result\":\"0x1\"}";
    }

    private String asked(String message) {
        byte[] goesOn =
                conversation.asked(bytes(message), reply -> replies.add(new String(reply, StandardCharsets.UTF_8)));
        return goesOn == null ? null : new String(goesOn, StandardCharsets.UTF_8);
    }

    private String answered(String message) {
        return new String(conversation.answered(bytes(message)), StandardCharsets.UTF_8);
    }

    private void missed(String beginning) {
        conversation.missed(bytes(beginning), reply -> replies.add(new String(reply, StandardCharsets.UTF_8)));
    }

    @Test
    void a_call_is_answered_here_and_a_notification_by_nobody() {
        assertThat(asked(syncing("\"é\""))).isNull();
        assertThat(asked("{\"method\":\"eth_syncing\"}")).isNull();
        assertThat(asked("[" + syncing("1") + ",{\"method\":\"eth_syncing\"}]")).isNull();
        assertThat(asked("[{\"method\":\"eth_syncing\"}]")).isNull();
        assertThat(replies).containsExactly(notSyncing("\"é\""), "[" + notSyncing("1") + "]");
        assertThat(conversation.isWaiting()).isFalse();
    }

    @Test
    void all_else_is_the_same_message() {
        for (String message : List.of(
                call("1"), "", "no json eth_syncing", "{\"method\":\"x\",\"params\":[\"eth_syncing\"]}", "[]", "\\")) {
            byte[] bytes = bytes(message);
            assertThat(conversation.asked(bytes, reply -> replies.add("?"))).isSameAs(bytes);
        }
        assertThat(replies).isEmpty();
    }

    @Test
    void the_answers_of_a_mixed_batch_are_merged_in_the_order_of_its_calls() {
        assertThat(asked("[" + syncing("1") + "," + call("2") + "," + syncing("3") + "," + call("4") + "]"))
                .isEqualTo("[" + call("2") + "," + call("4") + "]");
        assertThat(conversation.isWaiting()).isTrue();
        assertThat(answered("{\"method\":\"eth_subscription\"}")).isEqualTo("{\"method\":\"eth_subscription\"}");
        assertThat(answered(" [" + result("9") + "]")).isEqualTo(" [" + result("9") + "]");
        assertThat(answered("[" + result("4") + "," + result("2") + "]"))
                .isEqualTo("[" + notSyncing("1") + "," + result("2") + "," + notSyncing("3") + "," + result("4") + "]");
        assertThat(conversation.isWaiting()).isFalse();
        assertThat(replies).isEmpty();
    }

    @Test
    void batches_are_answered_in_any_order() {
        asked("[" + syncing("1") + "," + call("2") + "]");
        asked("[" + syncing("3") + "," + call("4") + "]");
        assertThat(answered("[" + result("4") + "]")).isEqualTo("[" + notSyncing("3") + "," + result("4") + "]");
        assertThat(answered("[" + result("2") + "]")).isEqualTo("[" + notSyncing("1") + "," + result("2") + "]");
        assertThat(conversation.isWaiting()).isFalse();
    }

    @Test
    void an_error_that_knows_no_id_is_about_the_oldest_batch() {
        asked("[" + syncing("1") + "," + call("2") + "]");
        asked("[" + syncing("3") + "," + call("4") + "]");
        String error = "{\"id\":null,\"error\":{}}";
        assertThat(answered("[" + error + "]")).isEqualTo("[" + notSyncing("1") + "," + error + "]");
        assertThat(conversation.isWaiting()).isTrue();
    }

    @Test
    void where_the_node_has_nothing_to_answer_nothing_is_waited_for() {
        assertThat(asked("[" + syncing("1") + ",{\"method\":\"eth_chainId\"}]"))
                .isEqualTo("[{\"method\":\"eth_chainId\"}]");
        assertThat(replies).containsExactly("[" + notSyncing("1") + "]");
        assertThat(conversation.isWaiting()).isFalse();
    }

    @Test
    void a_batch_whose_answer_was_too_long_or_never_came_gets_ours_alone() {
        asked("[" + syncing("1") + "," + call("2") + "]");
        missed("{\"method\":\"eth_subscription\"");
        assertThat(replies).isEmpty();
        missed("[{\"id\":2");
        assertThat(replies).containsExactly("[" + notSyncing("1") + "]");
        replies.clear();
        for (int i = 0; i <= SyncingConversation.MOST_WAITING; i++) {
            asked("[" + syncing("1" + i) + "," + call("2" + i) + "]");
        }
        assertThat(replies).containsExactly("[" + notSyncing("10") + "]");
        replies.clear();
        asked("[" + syncing("\"" + "x".repeat(SyncingConversation.MOST_WAITING_BYTES) + "\"") + "," + call("1") + "]");
        assertThat(replies).hasSize(SyncingConversation.MOST_WAITING + 1);
        assertThat(conversation.isWaiting()).isFalse();
    }
}
