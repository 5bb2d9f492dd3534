package io.ethryx.server.mock;

import io.ethryx.core.RpcMessage;
import io.ethryx.core.RpcOutline;
import io.ethryx.server.tunnel.Conversation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code eth_syncing} over one WebSocket in the execution layer's stead (decision S17), by the same rule as over HTTP.
 * The node's answer to the rest of a batch is known by the ids in it, since answers may come in any order. Confined to one
 * IO thread.
 */
public final class SyncingConversation implements Conversation {

    /** Of more batches that wait for the node, the oldest gets our own answers alone. */
    static final int MOST_WAITING = 64;

    /** The same for batches that were longer than this together. */
    static final int MOST_WAITING_BYTES = 1024 * 1024;

    private static final Set<String> NO_ID = Set.of("null");

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>(0);
    private int waitingBytes;

    /** A batch, the rest of which is the node's to answer, and how long it was. */
    private record Waiting(BatchMerge merge, int bytes) {}

    /** One in which nothing has been said. */
    public SyncingConversation() {}

    @Override
    public byte @Nullable [] asked(byte[] message, Consumer<byte[]> reply) {
        if (!isWorthALook(message)) {
            return message;
        }
        SyncingRule.Plan plan = SyncingRule.plan(message);
        if (plan instanceof SyncingRule.Answer answer) {
            say(answer.body(), reply);
            return null;
        } else if (plan instanceof SyncingRule.Divide divide) {
            await(new Waiting(divide.merge(), message.length), reply);
            return divide.rest().getBytes(StandardCharsets.UTF_8);
        }
        return message;
    }

    private static boolean isWorthALook(byte[] message) {
        MentionScan scan = new MentionScan();
        scan.see(ByteBuffer.wrap(message), 0, message.length);
        return scan.mentioned();
    }

    private void await(Waiting batch, Consumer<byte[]> reply) {
        if (!batch.merge().needsTheNode()) {
            say(batch.merge().ownAnswers(), reply);
            return;
        }
        waiting.add(batch);
        waitingBytes += batch.bytes();
        while (waiting.size() > MOST_WAITING || waitingBytes > MOST_WAITING_BYTES) {
            giveUpOldest(reply);
        }
    }

    private void giveUpOldest(Consumer<byte[]> reply) {
        Waiting oldest = waiting.poll();
        if (oldest != null) {
            waitingBytes -= oldest.bytes();
            say(oldest.merge().ownAnswers(), reply);
        }
    }

    /** Where nothing but notifications was asked there is nothing to say. */
    private static void say(String answer, Consumer<byte[]> reply) {
        if (!answer.isEmpty()) {
            reply.accept(answer.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public boolean isWaiting() {
        return !waiting.isEmpty();
    }

    @Override
    public byte[] answered(byte[] message) {
        if (!beginsAnArray(message)) {
            return message;
        }
        Waiting batch = RpcOutline.of(message)
                .filter(RpcOutline::batch)
                .map(outline -> find(ids(message, outline.messages())))
                .orElse(null);
        if (batch == null) {
            return message;
        }
        waiting.remove(batch);
        waitingBytes -= batch.bytes();
        return batch.merge().answer(message).orElse(message);
    }

    private @Nullable Waiting find(Set<String> ids) {
        for (Waiting batch : waiting) {
            if (batch.merge().waitsForOneOf(ids)) {
                return batch;
            }
        }
        // An error that the node can tell no id of is about the batch that it has had longest.
        return ids.equals(NO_ID) ? waiting.peek() : null;
    }

    private static Set<String> ids(byte[] message, List<RpcMessage> answers) {
        return answers.stream().map(answer -> BatchMerge.id(message, answer)).collect(Collectors.toSet());
    }

    @Override
    public void missed(byte[] beginning, Consumer<byte[]> reply) {
        if (beginsAnArray(beginning)) {
            giveUpOldest(reply);
        }
    }

    private static boolean beginsAnArray(byte[] message) {
        for (byte b : message) {
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b == '[';
            }
        }
        return false;
    }
}
