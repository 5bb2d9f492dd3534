import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client's connection that writes bytes and reads answers; a read waits thirty seconds at most. */
final class Wire implements AutoCloseable {

    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int WINDOW_UPDATE = 8;
    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;

    private static final int PATIENCE_MILLIS = 30_000;

    final Socket socket;

    Wire(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
    }

    Wire send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    Wire send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    String head() throws IOException {
        return head(socket.getInputStream());
    }

    /** A head with its empty line; what there is of it at the end of the connection. */
    static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
            int b = in.read();
            if (b < 0) {
                break;
            }
            head.append((char) b);
        }
        return head.toString();
    }

    /** The length that a head announces, 0 if none. */
    static int length(String head) {
        String lower = head.toLowerCase(Locale.ROOT);
        int at = lower.indexOf("\r\ncontent-length:");
        return at < 0
                ? 0
                : Integer.parseInt(
                        lower.substring(at + 17, lower.indexOf("\r\n", at + 2)).trim());
    }

    String bytes(int number) throws IOException {
        return new String(socket.getInputStream().readNBytes(number), StandardCharsets.ISO_8859_1);
    }

    /** A whole answer that has a length: its status and its body. */
    Answer answer() throws IOException {
        String head = head();
        if (!head.startsWith("HTTP/1.1 ") || !head.endsWith("\r\n\r\n")) {
            throw new IOException("no answer but <" + head + ">");
        }
        int length = length(head);
        String body = bytes(length);
        if (body.length() < length) {
            throw new IOException("an answer was cut after " + body.length() + " of " + length + " bytes");
        }
        return new Answer(Integer.parseInt(head.substring(9, 12)), head, body);
    }

    /** One answer. */
    record Answer(int status, String head, String body) {}

    /** Ends with RST. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    static String post(String target, String body) {
        return "POST " + target + " HTTP/1.1\r\nHost: soak\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: soak\r\n\r\n";
    }

    static String upgrade(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: soak\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    }

    /** A frame of a WebSocket with a mask of zeroes. */
    static byte[] masked(int first, String payload) {
        byte[] bytes = payload.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer frame = ByteBuffer.allocate(bytes.length + 14).put((byte) first);
        if (bytes.length < 126) {
            frame.put((byte) (0x80 | bytes.length));
        } else {
            frame.put((byte) 0xFE).putShort((short) bytes.length);
        }
        frame.putInt(0).put(bytes);
        byte[] all = new byte[frame.flip().remaining()];
        frame.get(all);
        return all;
    }

    // HTTP/2 as bytes

    Wire preface() throws IOException {
        return send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").frame(SETTINGS, 0, 0, new byte[0]);
    }

    Wire frame(int type, int flags, int stream, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.put((byte) 0)
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream);
        return send(frame.put(payload).array());
    }

    /** The head of a request: each field literal, none kept. */
    static byte[] fields(String... namesAndValues) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < namesAndValues.length; i++) {
            if (i % 2 == 0) {
                block.write(0);
            }
            block.write(namesAndValues[i].length());
            block.writeBytes(namesAndValues[i].getBytes(StandardCharsets.ISO_8859_1));
        }
        return block.toByteArray();
    }

    /** Skips one frame; its type and stream. */
    long[] skipFrame() throws IOException {
        ByteBuffer head = ByteBuffer.wrap(socket.getInputStream().readNBytes(9));
        if (head.remaining() < 9) {
            throw new IOException("the connection ended");
        }
        int length = (head.get(0) & 0xFF) << 16 | (head.getShort(1) & 0xFFFF);
        byte[] payload = socket.getInputStream().readNBytes(length);
        return new long[] {head.get(3), head.getInt(5), payload.length, head.get(4)};
    }
}
