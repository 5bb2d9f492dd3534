package io.ethryx.server.mock;

import io.ethryx.core.RpcMessage;
import io.ethryx.core.RpcOutline;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What becomes of a JSON-RPC body where {@code eth_syncing} is answered here (decision S17). A pure function. Only a plain
 * message (see {@link RpcMessage#plain}) is answered; what a node may read in another way is the node's to judge.
 */
final class SyncingRule {

    private static final String METHOD = "eth_syncing";

    private SyncingRule() {}

    /** What to do. */
    sealed interface Plan {}

    /** Let the node answer all of it. */
    record Forward() implements Plan {}

    /**
     * Answer all of it.
     *
     * @param body the answer, empty where nothing but notifications came
     */
    record Answer(String body) implements Plan {}

    /**
     * Let the node answer the rest of a batch.
     *
     * @param rest the batch without what is answered here, each element's bytes as they came
     * @param merge puts the answers together
     */
    record Divide(String rest, BatchMerge merge) implements Plan {}

    static Plan plan(byte[] body) {
        return RpcOutline.of(body)
                .map(outline -> outline.batch() ? batch(body, outline.messages()) : single(body, outline.messages()))
                .orElseGet(Forward::new);
    }

    private static Plan single(byte[] body, List<RpcMessage> messages) {
        RpcMessage message = messages.get(0);
        if (!isMocked(message)) {
            return new Forward();
        }
        return new Answer(message.hasId() ? answer(body, message) : "");
    }

    private static Plan batch(byte[] body, List<RpcMessage> messages) {
        long mocked = messages.stream().filter(SyncingRule::isMocked).count();
        if (mocked == 0) {
            return new Forward();
        }
        BatchMerge merge = merge(body, messages);
        if (mocked == messages.size()) {
            return new Answer(merge.ownAnswers());
        }
        return new Divide(rest(body, messages), merge);
    }

    private static boolean isMocked(RpcMessage message) {
        return METHOD.equals(message.method());
    }

    private static BatchMerge merge(byte[] body, List<RpcMessage> messages) {
        List<BatchMerge.Slot> slots = new ArrayList<>(messages.size());
        for (RpcMessage message : messages) {
            if (isMocked(message) && message.hasId()) {
                slots.add(new BatchMerge.Own(answer(body, message)));
            } else if (!isMocked(message) && (message.hasId() || !message.plain())) {
                slots.add(new BatchMerge.Nodes(BatchMerge.id(body, message)));
            }
        }
        return new BatchMerge(slots);
    }

    private static String rest(byte[] body, List<RpcMessage> messages) {
        return messages.stream()
                .filter(message -> !isMocked(message))
                .map(message -> new String(body, message.from(), message.to() - message.from(), StandardCharsets.UTF_8))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static String answer(byte[] body, RpcMessage message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + BatchMerge.id(body, message) + ",\"result\":false}";
    }
}
