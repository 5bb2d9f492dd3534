import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stand-in for a node that can be closed with all its connections and opened again. Over HTTP it answers a call with its id,
 * a poll with health, and a path under /big with as many bytes; over WebSocket it sends frames back, or pushes without end.
 */
final class Nodes implements AutoCloseable {

    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    private static final String POLLED =
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":false},{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"0x5\"},"
                    + "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"number\":\"0x10\",\"timestamp\":\"0x1\"}}]";
    private static final byte[] PIECE = new byte[64 * 1024];

    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ServerSocket door;

    private Nodes(ServerSocket door) {
        this.door = door;
    }

    /** Opens one at a port, 0 for any. */
    static Nodes at(int port) throws IOException {
        ServerSocket door = new ServerSocket();
        door.setReuseAddress(true);
        door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 512);
        Nodes node = new Nodes(door);
        daemon(node::accept);
        return node;
    }

    static void daemon(Runnable work) {
        Thread thread = new Thread(null, work, "soak", 256 * 1024);
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return door.getLocalPort();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket socket = door.accept();
                open.add(socket);
                daemon(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new java.io.BufferedInputStream(socket.getInputStream(), 16 * 1024);
            OutputStream out = socket.getOutputStream();
            for (String head = Wire.head(in); head.endsWith("\r\n\r\n"); head = Wire.head(in)) {
                if (head.startsWith("PRI ")) {
                    return;
                } else if (head.toLowerCase(Locale.ROOT).contains("\r\nupgrade: websocket")) {
                    talk(head, in, out);
                    return;
                }
                answer(head, body(head, in), out);
            }
        } catch (IOException | GeneralSecurityException gone) {
            // Clients of a soak leave whenever they like.
        } finally {
            open.remove(socket);
        }
    }

    private static String body(String head, InputStream in) throws IOException {
        if (!head.toLowerCase(Locale.ROOT).contains("\r\ntransfer-encoding: chunked")) {
            return new String(in.readNBytes(Wire.length(head)), StandardCharsets.ISO_8859_1);
        }
        StringBuilder body = new StringBuilder();
        while (true) {
            int length = Integer.parseInt(line(in), 16);
            body.append(new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
            line(in);
            if (length == 0) {
                return body.toString();
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the end inside a body");
            } else if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    private static void answer(String head, String body, OutputStream out) throws IOException {
        String target = head.split(" ", 3)[1];
        if (target.contains("/big/")) {
            long length = Long.parseLong(target.substring(target.lastIndexOf('/') + 1));
            out.write(
                    ("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            for (long left = length; left > 0; left -= PIECE.length) {
                out.write(PIECE, 0, (int) Math.min(left, PIECE.length));
            }
            return;
        }
        String answer;
        Matcher id = ID.matcher(body);
        if (body.startsWith("[")) {
            answer = POLLED;
        } else if (target.equals("/eth/v1/node/syncing")) {
            answer = "{\"data\":{\"is_syncing\":false,\"head_slot\":\"1\",\"sync_distance\":\"0\"}}";
        } else if (target.equals("/eth/v1/node/peer_count")) {
            answer = "{\"data\":{\"connected\":\"3\"}}";
        } else {
            answer = "{\"jsonrpc\":\"2.0\",\"id\":" + (id.find() ? id.group(1) : "null") + ",\"result\":\"0x1\"}";
        }
        out.write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + answer.length()
                        + "\r\n\r\n" + answer)
                .getBytes(StandardCharsets.US_ASCII));
    }

    private static void talk(String head, InputStream in, OutputStream out)
            throws IOException, GeneralSecurityException {
        int at = head.toLowerCase(Locale.ROOT).indexOf("sec-websocket-key:") + 18;
        String key = head.substring(at, head.indexOf("\r\n", at)).trim();
        byte[] accept = MessageDigest.getInstance("SHA-1")
                .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
        out.write(("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(accept) + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        if (head.startsWith("GET /push")) {
            byte[] frame = new byte[4 + 60_000];
            frame[0] = (byte) 0x82;
            frame[1] = 126;
            frame[2] = (byte) (60_000 >> 8);
            frame[3] = (byte) 60_000;
            while (true) {
                out.write(frame);
            }
        }
        for (int first = in.read(); first >= 0; first = in.read()) {
            int length = in.read() & 0x7F;
            length = length == 126 ? in.read() << 8 | in.read() : length;
            if (length < 0 || in.readNBytes(4).length < 4) {
                return;
            }
            byte[] payload = in.readNBytes(length);
            out.write(first);
            if (length < 126) {
                out.write(length);
            } else {
                out.write(new byte[] {126, (byte) (length >> 8), (byte) length});
            }
            out.write(payload);
            if ((first & 0x0F) == 8) {
                return;
            }
        }
    }

    /** Ends all connections, each with RST, and listens no more. */
    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : open) {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}
