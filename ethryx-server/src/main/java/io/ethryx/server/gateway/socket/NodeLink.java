package io.ethryx.server.gateway.socket;

import io.ethryx.core.line.FailureKind;
import io.ethryx.core.topology.Node;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.frames.MessageReader;
import io.ethryx.server.tunnel.SocketEnd;
import io.ethryx.server.tunnel.TunnelEnd;
import io.ethryx.server.tunnel.WebSocketKey;
import io.ethryx.server.upstream.SwitchedConnection;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamListener;
import io.undertow.connector.PooledByteBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.XnioIoThread;

/**
 * A WebSocket to a node, from its handshake to its end. Messages are told one at a time: the next one is read when the last
 * was taken. Confined to one IO thread.
 */
final class NodeLink implements UpstreamListener, MessageReader.Hearer, ArrivingFrames.Owner {

    private static final Logger LOG = LoggerFactory.getLogger(NodeLink.class);

    /** A longer message of a node fails the link. */
    private static final long MOST_MESSAGE_BYTES = 16L * 1024 * 1024;

    private static final int SWITCHING_PROTOCOLS = 101;

    private final NodeSocket socket;
    private final NodePlace place;
    private final ClientSockets.Means means;
    private final XnioIoThread thread;
    private final String key = WebSocketKey.fresh();
    private final NodeOutbox out;
    private final MessageReader reader;
    private @Nullable UpstreamCall handshake;
    private @Nullable TunnelEnd node;
    private @Nullable ArrivingFrames frames;
    private boolean speaking;
    private boolean over;

    NodeLink(NodeSocket socket, NodePlace place, ClientSockets.Means means, XnioIoThread thread) {
        this.socket = socket;
        this.place = place;
        this.means = means;
        this.thread = thread;
        out = new NodeOutbox(means.budget());
        reader = new MessageReader(MessageReader.From.SERVER, MOST_MESSAGE_BYTES, means.budget(), this);
    }

    void begin() {
        UpstreamCall call = place.upstream().call(thread, new NodeHandshake(place, key), this);
        handshake = call;
        call.endRequest(null);
    }

    Node node() {
        return place.node();
    }

    /** Whether the node has agreed. */
    boolean isOpen() {
        return node != null;
    }

    // --- the handshake ---

    @Override
    public void onWritable() {
        // The request has no body.
    }

    @Override
    public void onReadable() {
        // The body of a refusal is not read.
    }

    @Override
    public void onInformational(int status, FieldBlock fields) {
        // Nothing is waited for but the end of the handshake.
    }

    @Override
    public void onHead(int status, FieldBlock fields, long contentLength) {
        UpstreamCall call = handshake;
        handshake = null;
        if (over || call == null) {
            return;
        }
        if (status != SWITCHING_PROTOCOLS || !isAgreement(fields)) {
            call.cancel();
            refused(FailureKind.UNSENT);
            return;
        }
        SwitchedConnection taken = call.takeOver();
        TunnelEnd opened = new SocketEnd(taken.stream(), early(taken));
        ArrivingFrames arriving = new ArrivingFrames(opened, means.io().buffers(), reader, this);
        node = opened;
        frames = arriving;
        opened.listen(() -> guard(arriving::read), () -> guard(this::write));
        write();
        arriving.read();
    }

    private boolean isAgreement(FieldBlock fields) {
        return fields.hasElement(KnownField.CONNECTION, "upgrade")
                && fields.hasElement(KnownField.UPGRADE, NodeHandshake.PROTOCOL)
                && fields.count(KnownField.SEC_WEBSOCKET_ACCEPT) == 1
                && WebSocketKey.accept(key).equals(fields.value(KnownField.SEC_WEBSOCKET_ACCEPT))
                && !fields.has(KnownField.SEC_WEBSOCKET_EXTENSIONS);
    }

    private static ByteBuffer early(SwitchedConnection taken) {
        try (PooledByteBuffer ahead = taken.ahead()) {
            return ahead == null
                    ? ByteBuffer.allocate(0)
                    : ByteBuffer.allocate(ahead.getBuffer().remaining())
                            .put(ahead.getBuffer())
                            .flip();
        }
    }

    @Override
    public void onFailure(UpstreamFailure failure) {
        handshake = null;
        refused(FailureKind.CONNECT);
    }

    private void refused(FailureKind kind) {
        if (!over) {
            close();
            thread.execute(() -> socket.refused(this, kind));
        }
    }

    // --- what is said ---

    /** Sends a message, now or once the node is connected; where it is lost, its call hears of that with all others. */
    void send(byte[] message) {
        if (over) {
            return;
        }
        if (out.add(message)) {
            guard(this::write);
        } else {
            thread.execute(() -> lost(CloseCode.SERVICE_RESTART, "the node of the subscriptions takes no more"));
        }
    }

    private void write() {
        TunnelEnd to = node;
        if (to == null || over) {
            return;
        }
        try {
            to.wantWrite(!out.writeTo(to));
        } catch (IOException e) {
            broken();
        }
    }

    // --- what the node says ---

    @Override
    public boolean isFull() {
        return speaking;
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void readLater() {
        ArrivingFrames arriving = frames;
        if (arriving != null) {
            thread.execute(() -> guard(arriving::read));
        }
    }

    @Override
    public void ended() {
        lost(CloseCode.SERVICE_RESTART, "the node of the subscriptions has ended its connection");
    }

    @Override
    public void broken() {
        lost(CloseCode.SERVICE_RESTART, "the node of the subscriptions has broken off");
    }

    @Override
    public void text(byte[] message, long taken) {
        speaking = true;
        socket.said(message, () -> {
            means.budget().give(taken);
            boolean waits = speaking && !over;
            speaking = false;
            if (waits) {
                readLater();
            }
        });
    }

    @Override
    public void ping(byte[] payload) {
        out.pong(payload);
        write();
    }

    @Override
    public void close(int code) {
        lost(CloseCode.SERVICE_RESTART, "the node of the subscriptions has closed");
    }

    @Override
    public void fault(int code, String reason) {
        lost(CloseCode.INTERNAL_ERROR, "the node of the subscriptions said what can't be taken: " + reason);
    }

    private void guard(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException e) {
            LOG.error("A WebSocket to a node failed by a fault of its own", e);
            lost(CloseCode.INTERNAL_ERROR, "a fault of the gateway's own");
        }
    }

    // --- how it ends ---

    private void lost(int code, String reason) {
        if (!over) {
            close();
            socket.lost(this, code, reason);
        }
    }

    /** Ends it, with a Close where there is somebody to hear it. Idempotent. */
    void close() {
        if (over) {
            return;
        }
        over = true;
        reader.release();
        if (frames != null) {
            frames.release();
        }
        UpstreamCall call = handshake;
        handshake = null;
        if (call != null) {
            call.cancel();
        }
        TunnelEnd current = node;
        if (current != null) {
            sayGoodbye(current);
            current.close();
        }
        out.release();
    }

    private void sayGoodbye(TunnelEnd to) {
        try {
            out.sayGoodbye(to);
        } catch (IOException e) {
            LOG.debug("A node left without a goodbye", e);
        }
    }
}
