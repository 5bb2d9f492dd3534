/**
 * WebSocket frames (RFC 6455 section 5): their headers, read from bytes that may be cut anywhere, and whole frames, written.
 * Knows neither sockets nor what messages mean; start at {@link io.ethryx.server.frames.FrameHead}.
 */
@NullMarked
package io.ethryx.server.frames;

import org.jspecify.annotations.NullMarked;
