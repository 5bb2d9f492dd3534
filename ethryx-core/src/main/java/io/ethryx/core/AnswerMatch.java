package io.ethryx.core;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which answer of a node belongs to which call of the batch that it was sent. An answer is found by its id, and
 * among equal ids by order of appearance. One error instead of an array refuses the whole batch, whatever id it carries, and
 * answers each of its calls, with the call's own id.
 *
 * <p>Costs one pass over both where the node keeps the order, and a map where it does not. Immutable; borrows the answers.
 *
 * @see <a href="https://www.jsonrpc.org/specification#batch">JSON-RPC 2.0, section 6</a>
 */
public final class AnswerMatch {

    private final @Nullable RpcAnswer[] found;
    private int unknown;

    private AnswerMatch(int calls) {
        this.found = new RpcAnswer[calls];
    }

    /**
     * Matches.
     *
     * @param sent the calls, in the order in which they were sent; notifications among them get no answer
     * @param answers what the node answered
     * @return the match
     */
    public static AnswerMatch of(List<RpcCall> sent, AnswerList answers) {
        AnswerMatch match = new AnswerMatch(sent.size());
        RpcAnswer only = answers.array() || answers.answers().size() != 1
                ? null
                : answers.answers().get(0);
        if (only != null && only.error() != null) {
            match.spread(sent, only);
        } else {
            match.inOrder(sent, answers.answers());
        }
        return match;
    }

    /**
     * The answer to a call.
     *
     * @param index which of the calls sent, from 0
     * @return its answer, or null if the node left it out, and for a notification
     */
    public @Nullable RpcAnswer answer(int index) {
        return found[index];
    }

    /** {@return how many answers belong to no call, and are dropped} */
    public int unknown() {
        return unknown;
    }

    private void spread(List<RpcCall> sent, RpcAnswer error) {
        for (int i = 0; i < sent.size(); i++) {
            RpcId id = sent.get(i).id();
            found[i] = id == null ? null : error.readdressed(id);
        }
    }

    private void inOrder(List<RpcCall> sent, List<RpcAnswer> answers) {
        int call = 0;
        for (int i = 0; i < answers.size(); i++) {
            while (call < sent.size() && sent.get(call).notification()) {
                call++;
            }
            RpcId id = answers.get(i).id();
            if (call == sent.size() || id == null || !IdKeys.sameBytes(sent.get(call), id)) {
                byId(sent, call, answers.subList(i, answers.size()));
                return;
            }
            found[call++] = answers.get(i);
        }
    }

    private void byId(List<RpcCall> sent, int from, List<RpcAnswer> answers) {
        Map<String, Deque<Integer>> waiting = new HashMap<>();
        for (int i = from; i < sent.size(); i++) {
            RpcId id = sent.get(i).id();
            if (id != null) {
                waiting.computeIfAbsent(IdKeys.of(id), key -> new ArrayDeque<>())
                        .add(i);
            }
        }
        for (RpcAnswer answer : answers) {
            RpcId id = answer.id();
            Deque<Integer> calls = id == null ? null : waiting.get(IdKeys.of(id));
            if (calls == null || calls.isEmpty()) {
                unknown++;
            } else {
                found[calls.remove()] = answer;
            }
        }
    }

    @Override
    public String toString() {
        return Arrays.toString(found) + " and " + unknown + " unknown";
    }
}
