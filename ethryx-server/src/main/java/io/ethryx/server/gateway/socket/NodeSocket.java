package io.ethryx.server.gateway.socket;

import io.ethryx.core.CallBytes;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcMessage;
import io.ethryx.core.RpcOutline;
import io.ethryx.core.Splice;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.topology.Node;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What lives of a client's socket on a node: its subscriptions. The node is the first one that agrees to a WebSocket, and is
 * kept to the end, since subscriptions can't move: when it is lost, so is the client's socket. Calls have ids of our own on
 * the way, for those of a client may come twice. Confined to the client's IO thread.
 */
public final class NodeSocket {

    /** Hears what comes of a call. */
    public interface Reply {

        /**
         * The node has answered.
         *
         * @param node the node
         * @param answer its answer, with the caller's id; empty for a notification, which has none
         * @param next to be run once, then or later: before that nothing is read of what the node says next
         */
        void answered(Node node, byte[] answer, Runnable next);

        /**
         * The node was lost, or could not be reached.
         *
         * @param kind how
         */
        void failed(FailureKind kind);
    }

    private final ClientSocket client;
    private final ClientSockets.Means means;
    private final Map<String, Asked> asked = new LinkedHashMap<>();
    private @Nullable NodeLink link;
    private long lastId;
    private boolean subscribed;
    private boolean closed;

    /** Whether an answer may come that nobody waits for any more. */
    private boolean late;

    /** A call on its way: whose it is, and its id as the caller wrote it. */
    private record Asked(Reply reply, String id) {}

    NodeSocket(ClientSocket client, ClientSockets.Means means) {
        this.client = client;
        this.means = means;
    }

    /**
     * Whether subscriptions may live on a node already.
     *
     * @return true from a first call on, until its node turns out not to be there
     */
    public boolean isPinned() {
        return link != null;
    }

    /**
     * Asks the node; the first one is connected to, and every later call goes there, whatever place it names.
     *
     * @param place where to, if no node is pinned
     * @param call the call
     * @param rewrite what to change in its bytes
     * @param reply hears once what comes of it, never from inside this
     */
    public void ask(NodePlace place, RpcCall call, List<Splice> rewrite, Reply reply) {
        NodeLink current = link;
        if (current == null) {
            current = new NodeLink(this, place, means, client.client().ioThread());
            link = current;
            current.begin();
        }
        List<Splice> splices = new ArrayList<>(rewrite);
        if (!call.notification()) {
            String id = Long.toString(++lastId);
            splices.add(new Splice(call.idFrom(), call.idTo(), id));
            splices.sort(Comparator.comparingInt(Splice::from));
            asked.put(id, new Asked(reply, call.body().text(call.idFrom(), call.idTo())));
        }
        current.send(joined(call, splices));
        if (call.notification()) {
            Node node = current.node();
            client.client().ioThread().execute(() -> reply.answered(node, new byte[0], () -> {}));
        }
    }

    private static byte[] joined(RpcCall call, List<Splice> splices) {
        List<ByteBuffer> parts = new ArrayList<>();
        CallBytes.gather(call.body(), call.from(), call.to(), splices, parts);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ByteBuffer part : parts) {
            byte[] bytes = new byte[part.remaining()];
            part.get(bytes);
            all.writeBytes(bytes);
        }
        return all.toByteArray();
    }

    /**
     * Whoever asked waits no more.
     *
     * @param reply as it was given
     */
    public void forget(Reply reply) {
        late |= asked.values().removeIf(call -> call.reply().equals(reply));
        NodeLink current = link;
        if (asked.isEmpty() && current != null && !current.isOpen()) {
            link = null;
            current.close();
        }
    }

    /** A subscription lives here from now on. */
    public void subscribed() {
        subscribed = true;
    }

    // --- what the node says ---

    /** A message; the action is to be run before the next one is read. */
    void said(byte[] message, Runnable next) {
        RpcMessage answer = asked.isEmpty() && !late ? null : answerIn(message);
        Asked call = answer == null
                ? null
                : asked.remove(
                        new String(message, answer.idFrom(), answer.idTo() - answer.idFrom(), StandardCharsets.UTF_8));
        if (answer == null) {
            client.say(ByteBuffer.wrap(message), next);
            return;
        }
        if (call != null) {
            NodeLink current = link;
            byte[] own = withId(message, answer, call.id());
            if (current != null) {
                call.reply().answered(current.node(), own, next);
                return;
            }
        }
        next.run();
    }

    /** The answer in a message, or null for one that belongs to no call. */
    private static @Nullable RpcMessage answerIn(byte[] message) {
        return RpcOutline.of(message)
                .filter(outline -> !outline.batch())
                .map(outline -> outline.messages().get(0))
                .filter(found -> found.method() == null && found.hasId())
                .orElse(null);
    }

    private static byte[] withId(byte[] message, RpcMessage answer, String id) {
        byte[] told = id.getBytes(StandardCharsets.UTF_8);
        int behind = message.length - answer.idTo();
        return ByteBuffer.allocate(answer.idFrom() + told.length + behind)
                .put(message, 0, answer.idFrom())
                .put(told)
                .put(message, answer.idTo(), behind)
                .array();
    }

    // --- how it ends ---

    /** The node did not agree to a WebSocket: another one may. */
    void refused(NodeLink failed, FailureKind kind) {
        if (failed.equals(link)) {
            link = null;
            failAll(kind);
        }
    }

    /** The node is lost, with every subscription that lives there. */
    void lost(NodeLink failed, int code, String reason) {
        if (failed.equals(link)) {
            link = null;
            failAll(FailureKind.CLOSED);
            if (subscribed && !closed) {
                client.fail(code, reason);
            }
        }
    }

    /** Subscriptions live on no node but these. */
    void keepOnly(Set<String> nodes) {
        NodeLink current = link;
        if (current != null && !nodes.contains(current.node().hostPort())) {
            current.close();
            lost(current, CloseCode.SERVICE_RESTART, "the node of the subscriptions is not in service any more");
        }
    }

    private void failAll(FailureKind kind) {
        List<Asked> lost = List.copyOf(asked.values());
        asked.clear();
        lost.forEach(call -> call.reply().failed(kind));
    }

    void close() {
        closed = true;
        NodeLink current = link;
        link = null;
        asked.clear();
        if (current != null) {
            current.close();
        }
    }
}
