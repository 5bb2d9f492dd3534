package io.ethryx.server.testing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;

/** The two heads of a WebSocket's handshake as bytes (RFC 6455 section 4). */
public final class WebSocketHeads {

    public static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    public static final String ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

    private WebSocketHeads() {}

    /** A client's head, with more lines at its end. */
    public static String handshake(String path, String... more) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + "\r\n"
                + String.join("", more) + "\r\n";
    }

    /** A server's agreement to a client's head, with more lines at its end. */
    public static String switching(String head, String... more) throws Exception {
        String lower = head.toLowerCase(Locale.ROOT);
        int at = lower.indexOf("sec-websocket-key: ") + 19;
        String key = head.substring(at, head.indexOf("\r\n", at));
        byte[] sha = MessageDigest.getInstance("SHA-1")
                .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
        return "HTTP/1.1 101 Switching Protocols\r\nConnection: keep-alive, upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(sha) + "\r\n"
                + String.join("", more) + "\r\n";
    }
}
