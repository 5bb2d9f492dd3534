package io.ethryx.server.gateway.socket;

import io.ethryx.core.Body;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.frames.MessageReader;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.ethryx.server.tunnel.TunnelEnd;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's WebSocket: its messages become exchanges, so many at a time; while there are that many it is not read from.
 * Confined to the client's IO thread.
 */
final class ClientSocket implements MessageReader.Hearer, ArrivingFrames.Owner {

    /** Messages that may be answered at the same time. */
    static final int MOST_IN_FLIGHT = 100;

    /** How long the client has for its Close after ours. */
    static final Duration LEAVE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(ClientSocket.class);
    private static final FieldSet OF_THE_HANDSHAKE = FieldSet.of(
            KnownField.CONNECTION,
            KnownField.UPGRADE,
            KnownField.SEC_WEBSOCKET_KEY,
            KnownField.SEC_WEBSOCKET_VERSION,
            KnownField.SEC_WEBSOCKET_EXTENSIONS,
            KnownField.SEC_WEBSOCKET_PROTOCOL,
            KnownField.ACCEPT_ENCODING,
            KnownField.CONTENT_LENGTH,
            KnownField.TRANSFER_ENCODING,
            KnownField.EXPECT);

    private final ClientSockets sockets;
    private final ClientExchange client;
    private final TunnelEnd end;
    private final String target;
    private final FieldBlock fields = new FieldBlock();
    private final Outbox outbox;
    private final MessageReader reader;
    private final ArrivingFrames frames;
    private final NodeSocket node;
    private final Set<MessageExchange> inFlight = new LinkedHashSet<>();
    private final Timeout patience = new Timeout(this::closeNow);
    private boolean leaving;
    private boolean closing;
    private boolean over;

    ClientSocket(ClientSockets sockets, ClientExchange client, TunnelEnd end) {
        this.sockets = sockets;
        this.client = client;
        this.end = end;
        target = client.target();
        fields.addAll(client.requestFields());
        fields.drop(OF_THE_HANDSHAKE);
        fields.add(KnownField.CONTENT_TYPE, "application/json");
        outbox = new Outbox(end, this::lost);
        ClientSockets.Means means = sockets.means();
        reader = new MessageReader(MessageReader.From.CLIENT, means.mostMessageBytes(), means.budget(), this);
        frames = new ArrivingFrames(end, means.io().buffers(), reader, this);
        node = new NodeSocket(this, means);
    }

    void start() {
        sockets.opened(client.ioThread(), this);
        end.listen(() -> guard(frames::read), () -> guard(this::writable));
        guard(frames::read);
    }

    private void guard(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException e) {
            LOG.error("A WebSocket failed by a fault of its own", e);
            cut();
        }
    }

    // --- what its parts ask ---

    ClientExchange client() {
        return client;
    }

    String target() {
        return target;
    }

    FieldBlock fields() {
        return fields;
    }

    /** Whether something may still be said over it. */
    boolean isOpen() {
        return !closing && !over;
    }

    void say(ByteBuffer message) {
        say(message, () -> {});
    }

    void say(ByteBuffer message, Runnable said) {
        if (isOpen()) {
            Saying.begin(outbox, message, said);
        }
    }

    // --- reading ---

    @Override
    public boolean isFull() {
        return !closing && inFlight.size() >= MOST_IN_FLIGHT;
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void readLater() {
        later(frames::read);
    }

    @Override
    public void ended() {
        end.wantRead(false);
        if (closing) {
            closeNow();
        } else {
            lost();
        }
    }

    @Override
    public void broken() {
        lost();
    }

    private void writable() {
        outbox.run();
        if (closing && !over && outbox.isEmpty() && patience.isSet()) {
            end.wantRead(true);
        }
    }

    private void later(Runnable task) {
        client.ioThread().execute(() -> guard(task));
    }

    // --- what the client says ---

    @Override
    public void text(byte[] message, long taken) {
        if (closing || leaving) {
            sockets.means().budget().give(taken);
            return;
        }
        MessageExchange exchange = new MessageExchange(this, outbox, message.length);
        inFlight.add(exchange);
        exchange.whenEnded(() -> {
            sockets.means().budget().give(taken);
            answered(exchange);
        });
        sockets.means().calls().call(exchange, Body.of(message), node);
    }

    private void answered(MessageExchange exchange) {
        boolean wasFull = isFull();
        inFlight.remove(exchange);
        if (over) {
            return;
        }
        if (leaving && inFlight.isEmpty()) {
            later(() -> close(CloseCode.GOING_AWAY, ""));
        } else if (wasFull) {
            readLater();
        }
        outbox.run();
    }

    @Override
    public void ping(byte[] payload) {
        if (!closing) {
            outbox.pong(payload);
        }
    }

    @Override
    public void close(int code) {
        if (!closing) {
            closing = true;
            dropCalls();
            node.close();
            outbox.close(code == MessageReader.NO_CODE ? CloseCode.NORMAL : code, "");
        }
        bye();
    }

    @Override
    public void fault(int code, String reason) {
        fail(code, reason);
        if (!over) {
            // Nothing that the client says is heard any more, its Close neither: who waits for our end is not to wait
            // for long.
            outbox.end();
        }
    }

    // --- how it ends ---

    /** Takes leave once the calls in flight have ended. Idempotent. */
    void leave() {
        if (!leaving && isOpen()) {
            leaving = true;
            if (inFlight.isEmpty()) {
                close(CloseCode.GOING_AWAY, "");
            }
        }
    }

    void keepOnly(Set<String> nodes) {
        node.keepOnly(nodes);
    }

    /** Says why it ends, now, and waits for the client to have heard it. Idempotent. */
    void fail(int code, String reason) {
        if (isOpen()) {
            closing = true;
            dropCalls();
            close(code, reason);
        }
    }

    private void close(int code, String reason) {
        if (over) {
            return;
        }
        closing = true;
        node.close();
        outbox.close(code, reason);
        timers().set(patience, LEAVE);
        readLater();
    }

    private TimerWheel timers() {
        return sockets.means().io().timers().of(client.ioThread());
    }

    /** Both sides have said their last. */
    private void bye() {
        if (!over) {
            outbox.end();
            timers().set(patience, LEAVE);
            if (outbox.isEmpty()) {
                closeNow();
            }
        }
    }

    private void closeNow() {
        if (!over) {
            finish();
            end.close();
        }
    }

    /** The client has broken off. Idempotent. */
    void lost() {
        if (!over) {
            finish();
            end.close();
        }
    }

    /** Breaks off. Idempotent. */
    void cut() {
        if (!over) {
            finish();
            end.abort();
            end.close();
        }
    }

    private void finish() {
        over = true;
        closing = true;
        patience.clear();
        dropCalls();
        node.close();
        reader.release();
        outbox.clear();
        frames.release();
        sockets.closed(client.ioThread(), this);
    }

    private void dropCalls() {
        List.copyOf(inFlight).forEach(MessageExchange::gone);
    }
}
