package io.ethryx.server.upstream;

/** Bytes as they stand on the wire. */
public final class Wire {

    private Wire() {}

    /** Each line with CRLF behind it. */
    public static String crlf(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }
}
