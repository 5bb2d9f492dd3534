package io.ethryx.server.config;

/**
 * An address to listen on.
 *
 * @param text as the operator wrote it, for instance {@code [::1]:8547}
 * @param host a name or literal, without brackets
 * @param port 0 (any free port) to 65535
 */
public record ListenAddress(String text, String host, int port) {}
