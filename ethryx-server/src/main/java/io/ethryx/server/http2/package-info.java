/**
 * The server's half of HTTP/2 below requests and answers (RFC 9113, RFC 7541): frames are cut and judged, header blocks
 * unpacked and packed, hostile amounts counted. Knows nothing of sockets and exchanges.
 *
 * <p>Start at {@link io.ethryx.server.http2.FrameReader}. Every object belongs to one connection and its IO thread.
 */
@NullMarked
package io.ethryx.server.http2;

import org.jspecify.annotations.NullMarked;
