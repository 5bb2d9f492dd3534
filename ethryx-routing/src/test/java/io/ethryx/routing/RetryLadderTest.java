package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.AnswerError;
import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.topology.Node;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetryLadderTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                            | false | FIRST
            state ok                                      | false | SETTLE
            state -32000                                  | false | SETTLE
            state -39001                                  | false | SETTLE
            state -39006                                  | false | ARCHIVE
            state -39006                                  | true  | SETTLE
            archive -39006                                | false | SETTLE
            archive -39006                                | true  | SETTLE
            state -39006, archive ok                      | false | SETTLE
            state -39006, archive -39006                  | false | SETTLE
            state -39006, archive -39008                  | false | NATIVE
            state -39006, archive -39008, native ok       | false | SETTLE
            state -39008                                  | false | NATIVE
            state -39008                                  | true  | NATIVE
            archive -39008                                | true  | NATIVE
            state -39008, native -39006                   | false | SETTLE
            state -39008, native -39008                   | false | SETTLE
            archive connect, state -39006                 | false | ARCHIVE
            state -39006, archive connect                 | false | NEXT_NODE
            state -39008, native connect                  | false | NEXT_NODE
            archive -39006, state -39006                  | false | SETTLE
            """)
    void the_codes_of_nodes_lead_up_the_ladder(String attempts, boolean archiveAsked, RetryLadder.Step step) {
        assertThat(RetryLadder.after(attempts(attempts), archiveAsked, false, 3))
                .isEqualTo(step);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            state connect                              | 3 | NEXT_NODE | NEXT_NODE
            state pool_exhausted                       | 3 | NEXT_NODE | NEXT_NODE
            state unsent                               | 3 | NEXT_NODE | NEXT_NODE
            state closed                               | 3 | NEXT_NODE | SETTLE
            state malformed                            | 3 | NEXT_NODE | SETTLE
            state broken                               | 3 | SETTLE    | SETTLE
            state deadline                             | 3 | SETTLE    | SETTLE
            state caller_gone                          | 3 | SETTLE    | SETTLE
            state connect                              | 1 | SETTLE    | SETTLE
            state connect, state connect               | 3 | NEXT_NODE | NEXT_NODE
            state connect, state connect               | 2 | SETTLE    | SETTLE
            state connect, state connect, archive closed | 3 | SETTLE  | SETTLE
            state connect, state closed                | 3 | NEXT_NODE | SETTLE
            state connect, state connect, state -39006 | 3 | ARCHIVE   | ARCHIVE
            state -39006, archive connect, archive connect | 2 | RECALL | SETTLE
            state -39006, archive connect              | 1 | RECALL    | SETTLE
            state -39006, archive deadline             | 1 | SETTLE    | SETTLE
            state -39006, archive connect, state -39006 | 1 | SETTLE   | SETTLE
            state -39006, archive connect, state connect | 1 | SETTLE  | SETTLE
            state -39006, archive connect, state -39008 | 1 | SETTLE   | SETTLE
            state connect, state ok                    | 3 | SETTLE    | SETTLE
            """)
    void a_failure_moves_on_while_attempts_are_left_and_the_call_may_be_sent_again(
            String attempts, int maxAttempts, RetryLadder.Step reading, RetryLadder.Step submitting) {
        assertThat(RetryLadder.after(attempts(attempts), false, false, maxAttempts))
                .isEqualTo(reading);
        assertThat(RetryLadder.after(attempts(attempts), false, true, maxAttempts))
                .isEqualTo(submitting);
    }

    @ParameterizedTest
    @CsvSource({
        "eth_sendRawTransaction, true",
        "eth_sendTransaction, true",
        "eth_sendBundle, true",
        "eth_submitWork, true",
        "engine_newPayloadV4, true",
        "eth_subscribe, true",
        "admin_subscribe, true",
        "eth_unsubscribe, true",
        "eth_newFilter, true",
        "eth_newBlockFilter, true",
        "eth_newPendingTransactionFilter, true",
        "eth_getFilterChanges, true",
        "eth_getFilterLogs, true",
        "eth_uninstallFilter, true",
        "eth_call, false",
        "eth_getLogs, false",
        "eth_sign, false",
        "debug_traceBlock, false",
        "getBalance, false"
    })
    void methods_that_submit_are_known_by_name(String method, boolean submits) {
        assertThat(SubmittingMethods.contains(method)).isEqualTo(submits);
    }

    static List<Attempt> attempts(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(", ", -1))
                        .map(RetryLadderTest::attempt)
                        .toList();
    }

    private static Attempt attempt(String text) {
        String[] words = text.split(" ", -1);
        return new Attempt(node(words[0]), reply(words[1]));
    }

    private static Node node(String pool) {
        return switch (pool) {
            case "state" -> Nodes.state("s");
            case "archive" -> Nodes.archive("a");
            default -> Nodes.ofNative("n");
        };
    }

    static NodeReply reply(String word) {
        if (word.equals("ok")) {
            return new NodeReply.Answered(200, null, 1);
        }
        return word.startsWith("-")
                ? new NodeReply.Answered(200, new AnswerError(Integer.parseInt(word), "", null), 1)
                : new NodeReply.Failed(FailureKind.valueOf(word.toUpperCase(Locale.ROOT)), 1);
    }
}
