package io.ethryx.server.listener;

import java.nio.ByteBuffer;
import org.xnio.StreamConnection;

/**
 * A client's connection after a switch of protocols (RFC 9110 section 15.2.2). Whoever took it owns it: sets its read and
 * write listeners (or its conduits' handlers), and closes it.
 *
 * @param connection the socket's own connection; its close listeners include the exchange's, which ends with it
 * @param early bytes of the new protocol that came with or right after the head; empty for none, the taker's to keep
 */
public record TakenConnection(StreamConnection connection, ByteBuffer early) {}
