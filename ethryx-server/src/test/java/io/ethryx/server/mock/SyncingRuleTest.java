package io.ethryx.server.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyncingRuleTest {

    private static final String MOCKED = "{\"method\":\"eth_syncing\",\"id\":%s}";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String plan(String body) {
        SyncingRule.Plan plan = SyncingRule.plan(bytes(body));
        if (plan instanceof SyncingRule.Answer answer) {
            return "answer " + answer.body();
        }
        return plan instanceof SyncingRule.Divide divide ? "divide " + divide.rest() : "forward";
    }

    private static String answer(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":false}";
    }

    private static String merged(String batch, String nodes) {
        SyncingRule.Divide divide = (SyncingRule.Divide) SyncingRule.plan(bytes(batch));
        return divide.merge()
                .answer(bytes(nodes))
                .map(answer -> new String(answer, StandardCharsets.UTF_8))
                .orElse("as it is");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "-1", "1.50e+3", "\"a\"", "\"\\u0041\\\"\"", "\"é\"", "\"\"", "null"})
    void a_single_call_is_answered_with_its_id_byte_for_byte(String id) {
        assertThat(plan(MOCKED.formatted(id))).isEqualTo("answer " + answer(id));
        assertThat(plan(" {\"jsonrpc\":\"2.0\", \"id\" : " + id
                        + " ,\"params\":[1], \"method\":\"eth\\u005fsyncing\"}\n"))
                .isEqualTo("answer " + answer(id));
        assertThat(plan("[" + MOCKED.formatted(id) + "]")).isEqualTo("answer [" + answer(id) + "]");
    }

    @Test
    void a_notification_gets_no_answer() {
        assertThat(plan("{\"method\":\"eth_syncing\"}")).isEqualTo("answer ");
        assertThat(plan("[{\"method\":\"eth_syncing\"},{\"method\":\"eth_syncing\"}]"))
                .isEqualTo("answer ");
        assertThat(plan("[{\"method\":\"eth_syncing\"}," + MOCKED.formatted(1) + "]"))
                .isEqualTo("answer [" + answer("1") + "]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"method\":\"eth_blockNumber\",\"id\":1}",
                "{\"method\":\"eth_Syncing\",\"id\":1}",
                "{\"method\":\"eth_syncing \",\"id\":1}",
                "{\"method\":\"eth_blockNumber\",\"params\":[\"eth_syncing\",{\"method\":\"eth_syncing\"}],\"id\":1}",
                "{\"method\":\"eth_syncing\",\"method\":\"eth_syncing\",\"id\":1}",
                "{\"method\":\"eth_syncing\",\"id\":1,\"id\":1}",
                "{\"Method\":\"eth_syncing\",\"id\":1}",
                "{\"method\":\"eth_syncing\",\"ID\":1}",
                "{\"m\\u0065thod\":\"eth_syncing\",\"id\":1}",
                "{\"method\":\"eth_syncing\",\"id\":[1]}",
                "{\"method\":\"eth_syncing\",\"id\":true}",
                "{\"method\":\"eth_syncing\",\"id\":1",
                "{\"method\":\"eth_syncing\",\"id\":1}x",
                "\"eth_syncing\"",
                "[]",
                "[\"eth_syncing\"]",
                "[[{\"method\":\"eth_syncing\",\"id\":1}]]",
                "[{\"method\":\"a\",\"id\":1},{\"method\":\"b\",\"id\":2}]",
                "eth_syncing",
                "",
            })
    void what_is_not_plainly_the_call_is_the_nodes_to_judge(String body) {
        assertThat(plan(body)).isEqualTo("forward");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "[{'id':1,'method':'a'}, S(2)] | [{'id':1,'method':'a'}]",
                "[S(1),{'method':'n'} ,7, {'id':2, 'method':'b','params':[ 1 ]},S(3)]"
                        + " | [{'method':'n'},7,{'id':2, 'method':'b','params':[ 1 ]}]",
                "[{'method':'eth_syncing'},{'id':1,'method':'a'}] | [{'id':1,'method':'a'}]",
                "[S(1),{'Method':'eth_syncing','id':2}] | [{'Method':'eth_syncing','id':2}]",
            })
    void the_rest_of_a_mixed_batch_is_forwarded_as_a_batch(String batch, String rest) {
        assertThat(plan(text(batch))).isEqualTo("divide " + text(rest));
    }

    /** S(id) is a call that is mocked, A(id) its answer; quotes are single. */
    private static String text(String shorthand) {
        return shorthand
                .replaceAll("S\\(([^)]*)\\)", "{'id':$1,'method':'eth_syncing'}")
                .replaceAll("A\\(([^)]*)\\)", "{'jsonrpc':'2.0','id':$1,'result':false}")
                .replace('\'', '"');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                // in request order, whatever the node's order
                "[S(1),{'id':2,'method':'a'},S(3)] | [{'id':2,'result':7}] | [A(1),{'id':2,'result':7},A(3)]",
                "[{'id':1,'method':'a'},S(2),{'id':3,'method':'b'}] | [{'id':3},{'id':1}] | [{'id':1},A(2),{'id':3}]",
                // the node's bytes stay as they are
                "[S(1),{'id':2,'method':'a'}] | [ {'result' : 1.50 , 'id':2, 'id2':'é'} ] | [A(1),{'result' : 1.50 , 'id':2, 'id2':'é'}]",
                // equal ids by order of appearance, also when one of ours has it
                "[{'id':1,'method':'a'},S(1),{'id':1,'method':'b'}] | [{'id':1,'x':1},{'id':1,'x':2}] | [{'id':1,'x':1},A(1),{'id':1,'x':2}]",
                // an id is compared with its type
                "[{'id':'1','method':'a'},{'id':1,'method':'b'},S(0)] | [{'id':1},{'id':'1'}] | [{'id':'1'},{'id':1},A(0)]",
                // notifications have no place
                "[{'method':'n'},S(1),{'id':2,'method':'a'}] | [{'id':2}] | [A(1),{'id':2}]",
                "[S(1),{'method':'n'}] |  | [A(1)]",
                "[S(1),{'method':'n'}] | [] | [A(1)]",
                // an element without an id to be told is answered with null
                "[7,S(1),{'id':[2],'method':'a'}] | [{'id':null,'x':1},{'id':null,'x':2}] | [{'id':null,'x':1},A(1),{'id':null,'x':2}]",
                // what the node leaves out stays out, what it adds comes last
                "[{'id':1,'method':'a'},S(2),{'id':3,'method':'b'}] | [{'id':3}] | [A(2),{'id':3}]",
                "[{'id':1,'method':'a'},S(2)] | [{'id':9},{'id':1},{'id':null}] | [{'id':1},A(2),{'id':9},{'id':null}]",
                "[{'id':1,'method':'a'},S(2)] | [{'id':1,'x':1},{'id':1,'x':2}] | [{'id':1,'x':1},A(2),{'id':1,'x':2}]",
                // no array: the node has judged the whole
                "[{'id':1,'method':'a'},S(2)] | {'id':null,'error':{'code':-32600}} | as it is",
                "[{'id':1,'method':'a'},S(2)] | [{'id':1} | as it is",
                "[{'id':1,'method':'a'},S(2)] | too many | as it is",
            })
    void answers_are_merged_in_the_order_of_the_requests(String batch, String nodes, String merged) {
        assertThat(merged(text(batch), nodes == null ? "" : text(nodes))).isEqualTo(text(merged));
    }

    @Test
    void random_batches_get_every_answer_once_in_request_order_with_its_id() {
        for (int round = 0; round < 5_000; round++) {
            Random random = new Random(round);
            List<String> batch = new ArrayList<>();
            List<String> nodes = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            int size = 2 + random.nextInt(10);
            for (int i = 0; i < size; i++) {
                String id = List.of("" + i, "\"" + i + "\"", "-" + i + ".5e1", "\"\\u00e9 " + i + "\"")
                        .get(random.nextInt(4));
                boolean notification = random.nextInt(4) == 0;
                boolean mocked = i == 0 || (i > 1 && random.nextBoolean());
                String idMember = notification ? "" : ",\"id\":" + id;
                batch.add("{\"method\":\"" + (mocked ? "eth_syncing" : "m" + i) + "\"" + idMember + "}");
                if (!notification) {
                    String answer = mocked ? answer(id) : "{\"id\": " + id + ",\"result\":[" + i + ", \"]\"]}";
                    expected.add(answer);
                    if (!mocked) {
                        nodes.add(answer);
                    }
                }
            }
            Collections.shuffle(nodes, random);
            String asked = "[" + String.join(" ,\n", batch) + "]";
            assertThat(merged(asked, "[" + String.join(", ", nodes) + "]"))
                    .as("seed %s: %s", round, asked)
                    .isEqualTo(expected.isEmpty() ? "[]" : "[" + String.join(",", expected) + "]");
        }
    }
}
