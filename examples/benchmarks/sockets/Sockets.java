import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;

/**
 * Both ends of the WebSocket benchmarks, each on one selector and light enough not to be what is measured: messages have 100
 * bytes and a mask of zeroes, so that nothing needs to be decoded.
 *
 * <pre>
 * Sockets node PORT                        sends messages back; at /stream?BYTES pushes so many bytes in messages
 * Sockets echo PORT SOCKETS SECONDS        one message on its way in each socket; prints MESSAGES MICROSECONDS P50 P99 ERRORS
 * Sockets idle PORT SOCKETS                opens silent ones, prints "open", and holds them till its input ends
 * Sockets stream PORT BYTES [PAUSE_MILLIS] reads a stream, perhaps with a pause in its midst; prints BYTES MICROSECONDS
 * </pre>
 */
public final class Sockets {

    private static final int PAYLOAD = 100;
    private static final int ASKED = PAYLOAD + 6;
    private static final int ANSWERED = PAYLOAD + 2;
    private static final int PUSHED = 64 * 1024;
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

    private Sockets() {}

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[1]);
        switch (arguments[0]) {
            case "node" -> new Node().serve(port);
            case "echo" -> new Echo().run(port, Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
            case "idle" -> idle(port, Integer.parseInt(arguments[2]));
            case "stream" ->
                stream(port, Long.parseLong(arguments[2]), arguments.length > 3 ? Integer.parseInt(arguments[3]) : 0);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static SocketChannel open(int port, String target) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.connect(new InetSocketAddress("127.0.0.1", port));
        String head = "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + "\r\n\r\n";
        channel.write(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
        // Byte by byte, so that nothing behind the head is read.
        ByteBuffer one = ByteBuffer.allocate(1);
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            one.clear();
            if (channel.read(one) < 0) {
                throw new IOException("no WebSocket but: " + answer);
            }
            answer.append((char) one.get(0));
        }
        if (!answer.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException("no WebSocket but: " + answer);
        }
        return channel;
    }

    private static void idle(int port, int number) throws IOException {
        List<SocketChannel> all = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            all.add(open(port, "/"));
        }
        System.out.println("open");
        while (System.in.read() >= 0) {
            // Until the input ends.
        }
        for (SocketChannel channel : all) {
            channel.close();
        }
    }

    private static void stream(int port, long bytes, int pauseMillis) throws Exception {
        try (SocketChannel channel = open(port, "/stream?" + bytes)) {
            ByteBuffer in = ByteBuffer.allocateDirect(PUSHED);
            long frames = (bytes + PUSHED - 1) / PUSHED;
            long expected = frames * (PUSHED + 10L);
            long begun = System.nanoTime();
            long got = 0;
            boolean paused = pauseMillis == 0;
            while (got < expected) {
                in.clear();
                int n = channel.read(in);
                if (n < 0) {
                    throw new IOException("the stream ended after " + got + " of " + expected + " bytes");
                }
                for (int i = 0; i < n; i++) {
                    long place = (got + i) % (PUSHED + 10L);
                    if (place >= 10 && in.get(i) != (byte) place) {
                        throw new IOException("byte " + (got + i) + " is another one");
                    }
                }
                got += n;
                if (!paused && got > expected / 2) {
                    paused = true;
                    Thread.sleep(pauseMillis);
                }
            }
            System.out.println(frames * PUSHED + " " + (System.nanoTime() - begun) / 1000);
        }
    }

    /** Sends a message in each socket as soon as the last one has come back. */
    private static final class Echo {

        private final ByteBuffer message = ByteBuffer.allocateDirect(ASKED);
        private final ByteBuffer in = ByteBuffer.allocateDirect(65_536);
        private final int[] micros = new int[1_000_001];
        private long messages;
        private long errors;

        private static final class Socket {
            int got;
            long sent;
        }

        void run(int port, int number, int seconds) throws IOException {
            message.put((byte) 0x82).put((byte) (0x80 | PAYLOAD)).putInt(0);
            while (message.hasRemaining()) {
                message.put((byte) 'x');
            }
            Selector selector = Selector.open();
            for (int i = 0; i < number; i++) {
                SocketChannel channel = open(port, "/");
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, new Socket());
            }
            for (SelectionKey key : selector.keys()) {
                send(key);
            }
            long begun = System.nanoTime();
            long end = begun + seconds * 1_000_000_000L;
            while (System.nanoTime() < end) {
                selector.select(this::answered, 100);
            }
            long took = (System.nanoTime() - begun) / 1000;
            System.out.println(messages + " " + took + " " + percentile(0.5) + " " + percentile(0.99) + " " + errors);
        }

        private void send(SelectionKey key) throws IOException {
            Socket socket = (Socket) key.attachment();
            socket.got = 0;
            socket.sent = System.nanoTime();
            if (((SocketChannel) key.channel()).write(message.rewind()) < ASKED) {
                throw new IOException("a message of " + ASKED + " bytes did not fit");
            }
        }

        private void answered(SelectionKey key) {
            Socket socket = (Socket) key.attachment();
            try {
                int n = ((SocketChannel) key.channel()).read(in.clear());
                if (n < 0 || socket.got + n > ANSWERED) {
                    throw new IOException("not what was sent");
                }
                socket.got += n;
                if (socket.got == ANSWERED) {
                    messages++;
                    micros[(int) Math.min(micros.length - 1, (System.nanoTime() - socket.sent) / 1000)]++;
                    send(key);
                }
            } catch (IOException e) {
                errors++;
                key.cancel();
            }
        }

        private int percentile(double share) {
            long rest = (long) (messages * share);
            int at = 0;
            while (at < micros.length - 1 && rest > micros[at]) {
                rest -= micros[at++];
            }
            return at;
        }
    }

    /** The far end. */
    private static final class Node {

        private final ByteBuffer in = ByteBuffer.allocateDirect(65_536);
        private final ByteBuffer out = ByteBuffer.allocateDirect(65_536);

        private static final class Socket {
            final StringBuilder head = new StringBuilder();
            boolean open;
            int at;
            long frames;
            ByteBuffer pushing;
        }

        void serve(int port) throws Exception {
            Selector selector = Selector.open();
            ServerSocketChannel door = ServerSocketChannel.open();
            door.bind(new InetSocketAddress("127.0.0.1", port), 4096);
            door.configureBlocking(false);
            door.register(selector, SelectionKey.OP_ACCEPT);
            while (true) {
                selector.select();
                for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                    SelectionKey key = keys.next();
                    keys.remove();
                    if (key.isAcceptable()) {
                        accept(door, selector);
                    } else {
                        talk(key);
                    }
                }
            }
        }

        private static void accept(ServerSocketChannel door, Selector selector) throws IOException {
            SocketChannel channel = door.accept();
            if (channel != null) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, new Socket());
            }
        }

        private void talk(SelectionKey key) throws Exception {
            SocketChannel channel = (SocketChannel) key.channel();
            Socket socket = (Socket) key.attachment();
            try {
                if (socket.pushing != null) {
                    push(key, channel, socket);
                    return;
                }
                if (channel.read(in.clear()) < 0) {
                    channel.close();
                } else if (socket.open) {
                    echo(channel, socket, in.flip());
                } else {
                    head(key, channel, socket);
                }
            } catch (IOException e) {
                channel.close();
            }
        }

        /** Whole frames of one size: the mask, which is zero, is left out on the way back. */
        private void echo(SocketChannel channel, Socket socket, ByteBuffer got) throws IOException {
            out.clear();
            while (got.hasRemaining()) {
                byte b = got.get();
                if (socket.at == 0) {
                    out.put(b);
                } else if (socket.at == 1) {
                    out.put((byte) (b & 0x7F));
                } else if (socket.at >= 6) {
                    out.put(b);
                }
                socket.at = (socket.at + 1) % ASKED;
            }
            out.flip();
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }

        private void head(SelectionKey key, SocketChannel channel, Socket socket) throws Exception {
            for (in.flip(); in.hasRemaining(); ) {
                socket.head.append((char) in.get());
            }
            int end = socket.head.indexOf("\r\n\r\n");
            if (end < 0) {
                return;
            }
            String head = socket.head.toString();
            int at = head.toLowerCase(java.util.Locale.ROOT).indexOf("sec-websocket-key:") + 18;
            String answer;
            if (at < 18) {
                answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
            } else {
                String found = head.substring(at, head.indexOf("\r\n", at)).trim();
                byte[] accept = MessageDigest.getInstance("SHA-1")
                        .digest((found + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
                answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(accept) + "\r\n\r\n";
                socket.open = true;
            }
            socket.head.setLength(0);
            channel.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.US_ASCII)));
            if (socket.open && head.startsWith("GET /stream?")) {
                long bytes = Long.parseLong(head.substring(12, head.indexOf(' ', 12)));
                socket.frames = (bytes + PUSHED - 1) / PUSHED;
                socket.pushing = ByteBuffer.allocateDirect(PUSHED + 10);
                socket.pushing.put((byte) 0x82).put((byte) 127).putLong(PUSHED);
                while (socket.pushing.hasRemaining()) {
                    socket.pushing.put((byte) socket.pushing.position());
                }
                socket.pushing.flip();
                key.interestOps(SelectionKey.OP_WRITE);
            } else if (socket.open && head.length() > end + 4) {
                byte[] rest = head.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
                echo(channel, socket, ByteBuffer.wrap(rest));
            }
        }

        private static void push(SelectionKey key, SocketChannel channel, Socket socket) throws IOException {
            channel.write(socket.pushing);
            if (!socket.pushing.hasRemaining()) {
                socket.frames--;
                socket.pushing.rewind();
                if (socket.frames == 0) {
                    socket.pushing = null;
                    key.interestOps(SelectionKey.OP_READ);
                }
            }
        }
    }
}
