package io.ethryx.server.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client that writes exactly the bytes it is given and reads exactly the bytes that come. */
public final class RawClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 15_000;

    private final Socket socket;

    private RawClient(Socket socket) {
        this.socket = socket;
    }

    public static RawClient connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        return new RawClient(socket);
    }

    /** Sends the text, each char one byte. */
    public RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Sends FIN and goes on reading. */
    public RawClient shutdownOutput() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Closes with RST. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** One byte, or -1 at the end. */
    public int read() throws IOException {
        return socket.getInputStream().read();
    }

    /** Reads up to and with the given text. */
    public String readUntil(String end) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf(end, read.length() - end.length()) < 0) {
            int b = read();
            if (b < 0) {
                throw new IOException("the connection ended after: " + read);
            }
            read.append((char) b);
        }
        return read.toString();
    }

    /** Reads a head and the body that its Content-Length or chunked framing announces; the whole is returned raw. */
    public String readAnswer() throws IOException {
        String head = readUntil("\r\n\r\n");
        String lower = head.toLowerCase(Locale.ROOT);
        if (lower.contains("transfer-encoding: chunked")) {
            StringBuilder body = new StringBuilder();
            while (true) {
                String size = readUntil("\r\n");
                body.append(size);
                int length = Integer.parseInt(size.trim().split(";", 2)[0], 16);
                if (length == 0) {
                    return head + body + readUntil("\r\n");
                }
                body.append(readBytes(length + 2));
            }
        }
        int at = lower.indexOf("content-length: ");
        if (at < 0) {
            return head;
        }
        int length = Integer.parseInt(
                lower.substring(at + 16, lower.indexOf("\r\n", at)).trim());
        return head + readBytes(length);
    }

    public String readBytes(int length) throws IOException {
        byte[] bytes = socket.getInputStream().readNBytes(length);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Reads to the end of the connection. */
    public String readAll() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        in.transferTo(all);
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    public int localPort() {
        return socket.getLocalPort();
    }

    public Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
