package io.ethryx.server.mock;

import io.ethryx.core.RpcMessage;
import io.ethryx.core.RpcOutline;
import io.ethryx.server.proxy.RewrittenCall;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts the node's answers to the rest of a batch and our own together.
 *
 * <p>The answers stand in the order of the requests. A node's answer is found by its id, as it stands in the bytes; among
 * equal ids, by order of appearance; for an element that has no id to be told, {@code null} is looked for. A node's answer
 * that belongs to no request stands at the end: nothing that a node said is dropped, and of no answer a byte is changed. An
 * answer that the node leaves out stays left out. What is no array at all (an error for the whole batch) is the answer as
 * it is, and an empty body counts as an empty array.
 */
final class BatchMerge implements RewrittenCall.Rewrite {

    private static final String NULL = "null";

    /** What a request of the batch is answered with, in the batch's order. */
    sealed interface Slot {}

    /**
     * Our own answer.
     *
     * @param answer its text
     */
    record Own(String answer) implements Slot {}

    /**
     * The node's answer.
     *
     * @param id the id that it is found by
     */
    record Nodes(String id) implements Slot {}

    private final List<Slot> slots;

    /**
     * A merge.
     *
     * @param slots one for each request that gets an answer
     */
    BatchMerge(List<Slot> slots) {
        this.slots = slots;
    }

    /** The text that stands for a message's id in either direction. */
    static String id(byte[] body, RpcMessage message) {
        return message.hasId() ? text(body, message.idFrom(), message.idTo()) : NULL;
    }

    /** An array of our own answers, or nothing where there is none. */
    String ownAnswers() {
        List<String> own = new ArrayList<>();
        for (Slot slot : slots) {
            if (slot instanceof Own ours) {
                own.add(ours.answer());
            }
        }
        return own.isEmpty() ? "" : array(own);
    }

    /** Whether the node has to answer anything at all. */
    boolean needsTheNode() {
        return slots.stream().anyMatch(Nodes.class::isInstance);
    }

    /** Whether an answer with one of these ids belongs to it. */
    boolean waitsForOneOf(Set<String> ids) {
        for (Slot slot : slots) {
            if (slot instanceof Nodes wanted && ids.contains(wanted.id())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Optional<byte[]> answer(byte[] nodes) {
        if (isBlank(nodes)) {
            return Optional.of(ownAnswers().getBytes(StandardCharsets.UTF_8));
        }
        return RpcOutline.of(nodes)
                .filter(RpcOutline::batch)
                .map(outline -> merged(nodes, outline.messages()).getBytes(StandardCharsets.UTF_8));
    }

    private String merged(byte[] nodes, List<RpcMessage> answers) {
        Map<String, Deque<RpcMessage>> byId = new HashMap<>();
        for (RpcMessage answer : answers) {
            byId.computeIfAbsent(id(nodes, answer), id -> new ArrayDeque<>()).add(answer);
        }
        List<String> inOrder = new ArrayList<>(slots.size());
        for (Slot slot : slots) {
            if (slot instanceof Own own) {
                inOrder.add(own.answer());
            } else if (slot instanceof Nodes wanted) {
                Deque<RpcMessage> found = byId.get(wanted.id());
                if (found != null && !found.isEmpty()) {
                    inOrder.add(text(nodes, found.remove()));
                }
            }
        }
        for (RpcMessage answer : answers) {
            Deque<RpcMessage> left = byId.get(id(nodes, answer));
            if (left != null && answer.equals(left.peek())) {
                inOrder.add(text(nodes, left.remove()));
            }
        }
        return array(inOrder);
    }

    private static String text(byte[] body, RpcMessage message) {
        return text(body, message.from(), message.to());
    }

    private static String text(byte[] body, int from, int to) {
        return new String(body, from, to - from, StandardCharsets.UTF_8);
    }

    private static String array(List<String> elements) {
        return "[" + String.join(",", elements) + "]";
    }

    private static boolean isBlank(byte[] body) {
        for (byte b : body) {
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return false;
            }
        }
        return true;
    }
}
