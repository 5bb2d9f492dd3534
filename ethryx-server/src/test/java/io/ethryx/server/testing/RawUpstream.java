package io.ethryx.server.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/**
 * An upstream that records exactly the bytes it receives and answers exactly the bytes it is told. Each accepted
 * connection runs the script on a thread of its own.
 */
public final class RawUpstream implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 15_000;

    /** What to do with a connection. */
    public interface Script {
        void run(Connection connection) throws Exception;
    }

    /** What a connection is spoken through. */
    public interface Layer {
        Socket over(Socket plain) throws IOException;
    }

    private final ServerSocket server;
    private final Layer layer;
    private final Script script;
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final AtomicInteger open = new AtomicInteger();

    private final CountDownLatch acceptingEnded = new CountDownLatch(1);

    private RawUpstream(ServerSocket server, Script script) {
        this(server, plain -> plain, script);
    }

    private RawUpstream(ServerSocket server, Layer layer, Script script) {
        this.server = server;
        this.layer = layer;
        this.script = script;
    }

    /** Starts one that runs the script for each connection. */
    public static RawUpstream start(Script script) throws IOException {
        return start(InetAddress.getLoopbackAddress(), 0, script);
    }

    /** Starts one at a place of its own that runs the script for each connection. */
    public static RawUpstream start(InetAddress address, int port, Script script) throws IOException {
        RawUpstream upstream = new RawUpstream(new ServerSocket(port, 128, address), script);
        upstream.begin();
        return upstream;
    }

    /** Starts one at a given port. */
    public static RawUpstream startAt(int port, Script script) throws IOException {
        ServerSocket server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 128);
        RawUpstream upstream = new RawUpstream(server, script);
        upstream.begin();
        return upstream;
    }

    /** Starts one that speaks TLS; a connection of the script is secured when its first byte is read. */
    public static RawUpstream startSecure(SSLContext tls, Script script) throws IOException {
        ServerSocket server = tls.getServerSocketFactory().createServerSocket(0, 128, InetAddress.getLoopbackAddress());
        RawUpstream upstream = new RawUpstream(server, script);
        upstream.begin();
        return upstream;
    }

    /** Starts one that speaks through a layer of the caller's, who may keep the socket below it. */
    public static RawUpstream startOver(Layer layer, Script script) throws IOException {
        RawUpstream upstream =
                new RawUpstream(new ServerSocket(0, 128, InetAddress.getLoopbackAddress()), layer, script);
        upstream.begin();
        return upstream;
    }

    /** Starts one that reads request after request and answers each with the same bytes. */
    public static RawUpstream answering(String answer) throws IOException {
        return start(connection -> {
            while (connection.readRequest() != null) {
                connection.send(answer);
            }
        });
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = layer.over(server.accept());
                socket.setSoTimeout(PATIENCE_MILLIS);
                socket.setTcpNoDelay(true);
                Connection connection = new Connection(socket);
                connections.add(connection);
                open.incrementAndGet();
                daemon(() -> {
                    try (socket) {
                        script.run(connection);
                    } catch (Exception e) {
                        connection.failure = e;
                    } finally {
                        open.decrementAndGet();
                    }
                });
            } catch (IOException e) {
                return;
            }
        }
    }

    private void begin() {
        daemon(() -> {
            try {
                accept();
            } finally {
                acceptingEnded.countDown();
            }
        });
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "raw-upstream");
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return server.getLocalPort();
    }

    /** The connections accepted so far, in order. */
    public List<Connection> connections() {
        return connections;
    }

    /** How many connections have not ended yet. */
    public int open() {
        return open.get();
    }

    /** The next request that a connection has read whole, raw; fails when none comes. */
    public String nextRequest() throws InterruptedException {
        String request = requests.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        if (request == null) {
            throw new AssertionError("no request reached the upstream");
        }
        return request;
    }

    /** How many whole requests were read and not yet taken. */
    public int waitingRequests() {
        return requests.size();
    }

    /** All bytes of all connections, each byte one char. */
    public String received() {
        StringBuilder all = new StringBuilder();
        connections.forEach(c -> all.append(c.received()));
        return all.toString();
    }

    /** When this returns, nobody listens any more: a thread that waits to accept keeps the socket open a little longer. */
    @Override
    public void close() throws IOException {
        server.close();
        Await.until(() -> acceptingEnded.getCount() == 0, () -> "the upstream still accepts");
        for (Connection connection : connections) {
            connection.socket.close();
        }
    }

    /** One accepted connection. */
    public final class Connection {

        private final Socket socket;
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private volatile Exception failure;

        Connection(Socket socket) {
            this.socket = socket;
        }

        public Socket socket() {
            return socket;
        }

        /** What the script threw, or null. */
        public Exception failure() {
            return failure;
        }

        public String received() {
            synchronized (received) {
                return received.toString(StandardCharsets.ISO_8859_1);
            }
        }

        public int read() throws IOException {
            int b = socket.getInputStream().read();
            if (b >= 0) {
                synchronized (received) {
                    received.write(b);
                }
            }
            return b;
        }

        /** Reads a request whole (by Content-Length or chunked framing) and returns it raw; null at the end. */
        public String readRequest() throws IOException {
            String head = readHead();
            if (head == null) {
                return null;
            }
            StringBuilder request = new StringBuilder(head);
            String lower = head.toLowerCase(Locale.ROOT);
            if (lower.contains("transfer-encoding: chunked")) {
                while (true) {
                    String size = readUntil("\r\n");
                    request.append(size);
                    int length = Integer.parseInt(size.trim(), 16);
                    if (length == 0) {
                        String line;
                        do {
                            line = readUntil("\r\n");
                            request.append(line);
                        } while (!line.equals("\r\n"));
                        break;
                    }
                    request.append(readBytes(length + 2));
                }
            } else {
                int at = lower.indexOf("\r\ncontent-length: ");
                if (at >= 0) {
                    int length = Integer.parseInt(lower.substring(at + 18, lower.indexOf("\r\n", at + 2))
                            .trim());
                    request.append(readBytes(length));
                }
            }
            requests.add(request.toString());
            return request.toString();
        }

        /** Reads a head and returns it raw; null if the connection ends before its first byte. */
        public String readHead() throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
                int b = read();
                if (b < 0) {
                    if (head.length() == 0) {
                        return null;
                    }
                    throw new IOException("the connection ended inside a head: " + head);
                }
                head.append((char) b);
            }
            return head.toString();
        }

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

        public String readBytes(int length) throws IOException {
            byte[] bytes = socket.getInputStream().readNBytes(length);
            synchronized (received) {
                received.write(bytes, 0, bytes.length);
            }
            if (bytes.length < length) {
                throw new IOException("the connection ended after " + bytes.length + " of " + length + " bytes");
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }

        /** Reads until the other side closes. */
        public void readToEnd() throws IOException {
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[65_536];
            int n;
            while ((n = in.read(buffer)) >= 0) {
                synchronized (received) {
                    received.write(buffer, 0, n);
                }
            }
        }

        public void send(String text) throws IOException {
            send(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        public void send(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        }

        /** Closes with RST. */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }
}
