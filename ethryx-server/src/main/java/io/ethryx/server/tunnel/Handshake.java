package io.ethryx.server.tunnel;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ClientTunnel;
import io.ethryx.server.listener.TakenConnection;
import io.ethryx.server.proxy.ProtocolSwitch;
import io.ethryx.server.tunnel.WebSockets.Hearing;
import io.ethryx.server.upstream.SwitchedConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;

/**
 * One WebSocket from its handshake to its end (RFC 6455 section 4). A client over HTTP/1.1 brings the key that the upstream
 * has to accept; for one over HTTP/2, which has none (RFC 8441 section 5.1), we make it.
 */
final class Handshake implements ProtocolSwitch, ClientTunnel {

    static final String PROTOCOL = "websocket";

    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int OK = 200;

    private final WebSockets sockets;
    private final @Nullable Hearing hearing;
    private final boolean extended;
    private final String key;
    private @Nullable Tunnel tunnel;
    private @Nullable SwitchedConnection waiting;
    private @Nullable Side brokenBy;
    private long bytesIn;
    private long bytesOut;

    Handshake(WebSockets sockets, ClientExchange client, @Nullable Hearing hearing) {
        this.sockets = sockets;
        this.hearing = hearing;
        FieldBlock fields = client.requestFields();
        if (hearing != null) {
            // What is compressed can't be heard.
            fields.drop(KnownField.SEC_WEBSOCKET_EXTENSIONS);
        }
        extended = client.protocol() != null;
        if (extended) {
            key = WebSocketKey.fresh();
            fields.drop(KnownField.SEC_WEBSOCKET_KEY);
            fields.drop(KnownField.SEC_WEBSOCKET_VERSION);
            fields.add(KnownField.SEC_WEBSOCKET_KEY, key);
            fields.add(KnownField.SEC_WEBSOCKET_VERSION, "13");
        } else {
            key = Objects.requireNonNull(fields.value(KnownField.SEC_WEBSOCKET_KEY));
        }
    }

    @Override
    public String protocol() {
        return PROTOCOL;
    }

    @Override
    public @Nullable String fault(FieldBlock fields) {
        String accept = fields.value(KnownField.SEC_WEBSOCKET_ACCEPT);
        if (!fields.hasElement(KnownField.CONNECTION, "upgrade") || !fields.hasElement(KnownField.UPGRADE, PROTOCOL)) {
            return "it switched to another protocol than WebSocket";
        } else if (fields.count(KnownField.SEC_WEBSOCKET_ACCEPT) != 1
                || !WebSocketKey.accept(key).equals(accept)) {
            return "its Sec-WebSocket-Accept does not fit the key";
        }
        return null;
    }

    @Override
    public int status(ClientExchange client) {
        return extended ? OK : SWITCHING_PROTOCOLS;
    }

    @Override
    public void begin(ClientExchange client, SwitchedConnection upstream, FieldBlock fields) {
        waiting = upstream;
        ClientAnswer answer = client.answer();
        if (extended) {
            fields.drop(KnownField.SEC_WEBSOCKET_ACCEPT);
            client.becomeTunnel();
            answer.begin(OK, fields, ClientAnswer.UNKNOWN_LENGTH);
        } else {
            fields.add(KnownField.CONNECTION, "Upgrade");
            fields.add(KnownField.UPGRADE, PROTOCOL);
            answer.begin(SWITCHING_PROTOCOLS, fields, ClientAnswer.NO_BODY);
        }
        answer.whenWritable(() -> headGoes(client));
        headGoes(client);
    }

    private void headGoes(ClientExchange client) {
        try {
            boolean gone = client.answer().flush();
            client.answer().want(!gone);
            if (gone) {
                connect(client);
            }
        } catch (IOException e) {
            brokenBy = Side.CLIENT;
            dropWaiting();
            client.abort();
        }
    }

    private void connect(ClientExchange client) {
        SwitchedConnection upstream = waiting;
        waiting = null;
        if (upstream == null) {
            return;
        }
        TunnelEnd upstreamEnd = sockets.heard(client, new SocketEnd(upstream.stream(), early(upstream)), hearing);
        Tunnel begun = sockets.begin(client, clientEnd(client), upstreamEnd, this::ended);
        tunnel = begun;
        begun.start();
        if (sockets.isLeaving()) {
            begun.leave();
        }
    }

    private TunnelEnd clientEnd(ClientExchange client) {
        if (extended) {
            return new StreamEnd(client);
        }
        TakenConnection taken = client.takeOver(this);
        return new SocketEnd(taken.connection(), taken.early());
    }

    /** What came with the upstream's 101, in memory of its size. */
    private static ByteBuffer early(SwitchedConnection upstream) {
        if (upstream.ahead() == null) {
            return ByteBuffer.allocate(0);
        }
        ByteBuffer from = upstream.ahead().getBuffer();
        ByteBuffer copy = ByteBuffer.allocate(from.remaining()).put(from).flip();
        upstream.ahead().close();
        return copy;
    }

    private void ended(Tunnel over, Tunnel.Outcome outcome) {
        bytesIn = over.bytesIn();
        bytesOut = over.bytesOut();
        if (outcome == Tunnel.Outcome.CLIENT_BROKE) {
            brokenBy = Side.CLIENT;
        } else if (outcome == Tunnel.Outcome.UPSTREAM_BROKE) {
            brokenBy = Side.UPSTREAM;
        }
    }

    @Override
    public void clientGone() {
        Tunnel current = tunnel;
        if (current != null) {
            current.clientBroke();
        }
    }

    @Override
    public void exchangeEnded() {
        dropWaiting();
        Tunnel current = tunnel;
        if (current != null) {
            current.clientEnded();
        }
    }

    private void dropWaiting() {
        SwitchedConnection upstream = waiting;
        waiting = null;
        if (upstream != null) {
            early(upstream);
            IoUtils.safeClose(upstream.stream());
        }
    }

    @Override
    public Passage passage() {
        return new Passage(bytesIn, bytesOut, brokenBy);
    }

    @Override
    public void drain() {
        Tunnel current = tunnel;
        if (current != null) {
            current.leave();
        }
    }

    @Override
    public void closeNow() {
        Tunnel current = tunnel;
        if (current != null) {
            current.cut();
        }
    }
}
