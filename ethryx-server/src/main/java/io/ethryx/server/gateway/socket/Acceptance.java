package io.ethryx.server.gateway.socket;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ClientTunnel;
import io.ethryx.server.listener.TakenConnection;
import io.ethryx.server.tunnel.SocketEnd;
import io.ethryx.server.tunnel.StreamEnd;
import io.ethryx.server.tunnel.TunnelEnd;
import io.ethryx.server.tunnel.WebSocketKey;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A good handshake on its way to an open socket (RFC 6455 section 4.2.2, RFC 8441 section 5): neither an extension nor a
 * subprotocol is agreed on. Confined to the client's IO thread.
 */
final class Acceptance implements ClientTunnel {

    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int OK = 200;

    private final ClientSockets sockets;
    private final ClientExchange client;
    private @Nullable ClientSocket socket;

    Acceptance(ClientSockets sockets, ClientExchange client) {
        this.sockets = sockets;
        this.client = client;
    }

    void begin() {
        client.whenGone(this::gone);
        client.whenEnded(this::gone);
        FieldBlock fields = new FieldBlock();
        ClientAnswer answer = client.answer();
        if (client.protocol() == null) {
            String key = Objects.requireNonNull(client.requestFields().value(KnownField.SEC_WEBSOCKET_KEY));
            fields.add(KnownField.CONNECTION, "Upgrade");
            fields.add(KnownField.UPGRADE, "websocket");
            fields.add(KnownField.SEC_WEBSOCKET_ACCEPT, WebSocketKey.accept(key));
            answer.begin(SWITCHING_PROTOCOLS, fields, ClientAnswer.NO_BODY);
        } else {
            client.becomeTunnel();
            answer.begin(OK, fields, ClientAnswer.UNKNOWN_LENGTH);
        }
        answer.whenWritable(this::headGoes);
        headGoes();
    }

    private void headGoes() {
        try {
            boolean gone = client.answer().flush();
            client.answer().want(!gone);
            if (gone) {
                open();
            }
        } catch (IOException e) {
            client.abort();
        }
    }

    private void open() {
        boolean nodes = sockets.means().calls().hasNodes(client);
        ClientSocket opened = new ClientSocket(sockets, client, end());
        socket = opened;
        opened.start();
        if (!nodes) {
            opened.fail(CloseCode.TRY_AGAIN_LATER, "no node of this chain is available");
        } else if (sockets.isLeaving()) {
            opened.leave();
        }
    }

    private TunnelEnd end() {
        if (client.protocol() != null) {
            return new StreamEnd(client);
        }
        TakenConnection taken = client.takeOver(this);
        return new SocketEnd(taken.connection(), taken.early());
    }

    private void gone() {
        ClientSocket current = socket;
        if (current != null) {
            current.lost();
        }
    }

    @Override
    public void drain() {
        ClientSocket current = socket;
        if (current != null) {
            current.leave();
        }
    }

    @Override
    public void closeNow() {
        ClientSocket current = socket;
        if (current != null) {
            current.cut();
        }
    }
}
