package io.ethryx.server.upstream;

import io.undertow.connector.PooledByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.StreamConnection;

/**
 * A connection that speaks another protocol from now on (RFC 9110 section 7.8). Both parts are the taker's to close.
 *
 * @param stream the connection, without listeners, on the IO thread of its call
 * @param ahead bytes that came together with the head of the 101, or null for none
 */
public record SwitchedConnection(
        StreamConnection stream, @Nullable PooledByteBuffer ahead) {}
