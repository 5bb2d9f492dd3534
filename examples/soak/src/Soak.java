import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Minutes of clients that abort, nodes that restart and change their protocol, sockets that hang, resets of HTTP/2 streams and
 * WebSockets, beside honest ones; then everybody leaves, and whatever is left behind is a fault. Ends with 0 if nothing is.
 *
 * <p>usage: Soak MINUTES PROGRAM FOLDER HTTP2_NODE, where HTTP2_NODE is a command that serves HTTP/2 at the port it is given
 */
public final class Soak {

    private static final int HONEST = 4;
    private static final int HANGING = 40;
    private static final long MOST_GROWTH_KB = 2 * 1024;

    private final long nanos;
    private final long seed = System.nanoTime();
    private final Path folder;
    private final String http2Node;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final List<String> faults = new ArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean over;
    private volatile boolean watched = true;

    private Soak(double minutes, Path folder, String http2Node) {
        nanos = (long) (minutes * 60e9);
        this.folder = folder;
        this.http2Node = http2Node;
    }

    public static void main(String[] arguments) throws Exception {
        Soak soak = new Soak(Double.parseDouble(arguments[0]), Path.of(arguments[2]), arguments[3]);
        System.exit(soak.run(arguments[1]) ? 0 : 1);
    }

    private boolean run(String program) throws Exception {
        System.out.println("seed " + seed);
        int elPort;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            elPort = free.getLocalPort();
        }
        Nodes cl = Nodes.at(0);
        Nodes ws = Nodes.at(0);
        String url = "http://127.0.0.1:";
        try (Sidecar sidecar = new Sidecar(
                program,
                folder,
                "--el-http-url=" + url + elPort,
                "--cl-beacon-url=" + url + cl.port(),
                "--el-ws-url=ws://127.0.0.1:" + ws.port(),
                "--health-poll-interval=500ms",
                "--proxy-timeout=10",
                "--max-ws-connections=500")) {
            Nodes.daemon(() -> watch(sidecar));
            // What a warm process holds when everybody has left is the measure; the first quarter warms it.
            phase(sidecar, elPort, nanos / 4);
            long live = sidecar.liveKb();
            phase(sidecar, elPort, nanos - nanos / 4);
            watched = false;
            cl.close();
            ws.close();
            judge(sidecar, live);
        }
        new TreeMap<>(counts).forEach((name, count) -> System.out.println(name + ": " + count));
        faults.forEach(fault -> System.out.println("FAULT " + fault));
        System.out.println(faults.isEmpty() ? "the soak found nothing" : faults.size() + " faults");
        return faults.isEmpty();
    }

    /** Everybody comes, stays and leaves. */
    private void phase(Sidecar sidecar, int elPort, long length) throws Exception {
        over = false;
        loop("restarts of the EL", random -> restart(elPort, random));
        begin(sidecar.port);
        TimeUnit.NANOSECONDS.sleep(length);
        over = true;
        until("every client has ended", 90, () -> running.get() == 0);
        for (String protocol : List.of("tcp", "ws")) {
            String series = "ethryx_active_connections{protocol=\"" + protocol + "\"}";
            double self = protocol.equals("tcp") ? 1 : 0;
            until(series + " is back at " + self, 90, () -> sidecar.metric(series) == self);
        }
    }

    private void begin(int port) {
        for (int i = 0; i < HONEST; i++) {
            loop("honest calls to the CL", random -> honestToCl(port, random));
            loop("honest calls to the EL", random -> honestToEl(port, random));
            loop("honest sockets", random -> honestSocket(port, random));
        }
        for (int i = 0; i < 3; i++) {
            loop("clients that abort", random -> abort(port, random));
            loop("resets of streams", random -> resets(port, random));
            loop("sockets that break", random -> breakSocket(port, random));
        }
        for (int i = 0; i < HANGING; i++) {
            loop("clients that hang", random -> hang(port, random));
        }
    }

    // The verdict

    private void judge(Sidecar sidecar, long liveBefore) throws Exception {
        check(sidecar.isAlive(), "the sidecar has ended");
        // The files of a JVM, one selector a thread, the port, and the poll that is on its way.
        int idle = idleDescriptors();
        until("descriptors are back at " + idle, 90, () -> sidecar.descriptors() <= idle);
        System.out.println("descriptors " + sidecar.descriptors() + ", threads " + sidecar.threads());
        long live = sidecar.liveKb();
        System.out.println("live heap " + liveBefore + " KB after a quarter, " + live + " KB at the end; RSS "
                + sidecar.rssKb() + " KB");
        // Buffers that threads keep and caches that fill make for some difference.
        if (live > liveBefore + MOST_GROWTH_KB) {
            check(false, "the heap has grown from " + liveBefore + " to " + live + " KB");
            System.out.println(sidecar.heaviestClasses());
        }
        check(sidecar.terminate() == 0, "the sidecar did not end with 0 on TERM");
        for (String line : Files.readAllLines(sidecar.log)) {
            // The first start of a jar on a virtual machine prepares its archive, and says so.
            boolean known = line.startsWith("{") || line.startsWith("ethryx: preparing the class archive");
            if (line.contains("\"level\":\"ERROR\"") || line.contains("Exception") || !known) {
                check(false, "the log has: " + line);
            }
        }
    }

    private int idleDescriptors() throws Exception {
        // A second process that served nobody tells what belongs to every one of them.
        try (Sidecar fresh = new Sidecar(
                Path.of(System.getProperty("soak.program")).toString(),
                Files.createDirectories(folder.resolve("fresh")),
                "--el-http-url=http://127.0.0.1:1",
                "--cl-beacon-url=http://127.0.0.1:1",
                "--health-poll-interval=1h")) {
            return fresh.descriptors() + 3;
        }
    }

    private synchronized void check(boolean holds, String otherwise) {
        if (!holds && faults.size() < 50) {
            faults.add(otherwise);
        }
    }

    /** Something that becomes true by itself. */
    private interface Condition {
        boolean holds() throws Exception;
    }

    private void until(String what, int seconds, Condition condition) throws Exception {
        long deadline = System.nanoTime() + seconds * 1_000_000_000L;
        while (!condition.holds()) {
            if (System.nanoTime() > deadline) {
                check(false, "not so: " + what);
                return;
            }
            Thread.sleep(200);
        }
    }

    private void watch(Sidecar sidecar) {
        try {
            while (watched) {
                TimeUnit.SECONDS.sleep(15);
                System.out.println("RSS " + sidecar.rssKb() + " KB, descriptors " + sidecar.descriptors() + ", calls "
                        + count("honest calls to the CL") + " + " + count("honest calls to the EL"));
            }
        } catch (IOException | InterruptedException e) {
            check(!watched, "the sidecar could not be watched: " + e);
        }
    }

    // The clients

    /** One round of a client. */
    private interface Round {
        void play(Random random) throws Exception;
    }

    private void loop(String name, Round round) {
        Random random = new Random(seed + running.incrementAndGet());
        counts.computeIfAbsent(name, unused -> new LongAdder());
        Nodes.daemon(() -> {
            try {
                while (!over) {
                    round.play(random);
                    counts.get(name).increment();
                }
            } catch (Exception e) {
                check(false, name + ": " + e);
            } finally {
                running.decrementAndGet();
            }
        });
    }

    private long count(String name) {
        return counts.get(name).sum();
    }

    private String call(int id) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"eth_call\",\"params\":[],\"id\":" + id + "}";
    }

    /** The CL never restarts: each call has to succeed. */
    private void honestToCl(int port, Random random) throws Exception {
        try (Wire wire = new Wire(port)) {
            for (int i = random.nextInt(200); i >= 0 && !over; i--) {
                int id = calls.incrementAndGet();
                Wire.Answer answer = wire.send(Wire.post("/eth/v1/x", call(id))).answer();
                if (answer.status() != 200 || !answer.body().contains("\"id\":" + id + ",")) {
                    throw new IOException(answer.toString());
                }
                if (i % 50 == 0) {
                    int length = random.nextInt(3_000_000);
                    String head = wire.send(Wire.get("/eth/big/" + length)).head();
                    if (Wire.length(head) != length || wire.bytes(length).length() != length) {
                        throw new IOException("a download was cut: " + head);
                    }
                }
                counts.get("honest calls to the CL").increment();
            }
        }
    }

    /** The EL restarts: each call has to get its own answer, or an error in its place. */
    private void honestToEl(int port, Random random) throws Exception {
        try (Wire wire = new Wire(port)) {
            for (int i = random.nextInt(200); i >= 0 && !over; i--) {
                int id = calls.incrementAndGet();
                Wire.Answer answer = wire.send(Wire.post("/", call(id))).answer();
                boolean failed = answer.status() == 502 || answer.status() == 504;
                if (!failed && (answer.status() != 200 || !answer.body().contains("\"result\""))) {
                    throw new IOException(answer.toString());
                }
                counts.computeIfAbsent("honest calls to the EL that got " + answer.status(), unused -> new LongAdder())
                        .increment();
                if (answer.head().toLowerCase(java.util.Locale.ROOT).contains("\r\nconnection: close")) {
                    return;
                }
                if (failed) {
                    TimeUnit.MILLISECONDS.sleep(20);
                }
            }
        }
    }

    private void honestSocket(int port, Random random) throws Exception {
        try (Wire wire = new Wire(port)) {
            String head = wire.send(Wire.upgrade("/")).head();
            if (head.startsWith("HTTP/1.1 503")) {
                counts.computeIfAbsent("honest sockets over the limit", unused -> new LongAdder())
                        .increment();
                return;
            } else if (!head.startsWith("HTTP/1.1 101")) {
                throw new IOException(head);
            }
            for (int i = random.nextInt(100); i >= 0; i--) {
                String text = "x".repeat(random.nextInt(60_000));
                byte[] frame = Wire.masked(0x82, text);
                wire.send(frame);
                String back = wire.bytes(frame.length - 4);
                if (!back.endsWith(text) || back.length() != frame.length - 4) {
                    throw new IOException("a message of " + text.length() + " bytes came back as " + back.length());
                }
            }
            wire.send(Wire.masked(0x88, "\u0003\u00e8"));
            if (!wire.bytes(4).equals("\u0088\u0002\u0003\u00e8")
                    || wire.socket.getInputStream().read() >= 0) {
                throw new IOException("the close did not come back");
            }
        }
    }

    private void abort(int port, Random random) throws Exception {
        Wire wire = new Wire(port);
        String request = random.nextBoolean()
                ? Wire.post("/eth/v1/x", call(1))
                : "POST / HTTP/1.1\r\nHost: soak\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"id\":1}\r\n0\r\n\r\n";
        if (random.nextInt(3) == 0) {
            request = Wire.get("/eth/big/50000000");
            wire.send(request);
            wire.bytes(random.nextInt(100_000));
        } else {
            wire.send(request.substring(0, random.nextInt(request.length() + 1)));
        }
        TimeUnit.MILLISECONDS.sleep(random.nextInt(20));
        leave(wire, random);
    }

    private static void leave(Wire wire, Random random) throws IOException {
        if (random.nextBoolean()) {
            wire.reset();
        } else {
            wire.close();
        }
    }

    /** Streams that are given up at any time, beside one on the same connection that must be answered. */
    private void resets(int port, Random random) throws Exception {
        try (Wire wire = new Wire(port)) {
            // Room enough that an answer that nobody reads to its end holds up no other.
            wire.preface().frame(Wire.WINDOW_UPDATE, 0, 0, new byte[] {0x10, 0, 0, 0});
            int id = 1;
            for (int i = 0; i < 15; i++, id += 2) {
                String path = random.nextBoolean() ? "/eth/v1/x" : random.nextBoolean() ? "/" : "/eth/big/40000";
                wire.frame(Wire.HEADERS, Wire.END_HEADERS | Wire.END_STREAM, id, get(path));
                TimeUnit.MICROSECONDS.sleep(random.nextInt(3_000));
                wire.frame(Wire.RST_STREAM, 0, id, new byte[] {0, 0, 0, 8});
            }
            wire.frame(Wire.HEADERS, Wire.END_HEADERS | Wire.END_STREAM, id, get("/eth/v1/x"));
            boolean ended = false;
            while (!ended) {
                long[] frame = wire.skipFrame();
                if (frame[1] == id && frame[0] == Wire.RST_STREAM) {
                    throw new IOException("an honest stream was reset");
                }
                ended = frame[1] == id && (frame[3] & Wire.END_STREAM) != 0;
            }
            TimeUnit.MILLISECONDS.sleep(random.nextInt(400));
        }
    }

    private static byte[] get(String path) {
        return Wire.fields(":method", "GET", ":scheme", "http", ":path", path, ":authority", "soak");
    }

    private void breakSocket(int port, Random random) throws Exception {
        Wire wire = new Wire(port);
        wire.send(Wire.upgrade(random.nextBoolean() ? "/push" : "/"));
        if (random.nextInt(4) > 0) {
            wire.head();
            byte[] frame = Wire.masked(0x82, "x".repeat(random.nextInt(2_000)));
            wire.send(java.util.Arrays.copyOf(frame, random.nextInt(frame.length)));
            if (random.nextBoolean()) {
                wire.socket.shutdownOutput();
            }
        }
        TimeUnit.MILLISECONDS.sleep(random.nextInt(100));
        leave(wire, random);
    }

    /** Says less than it should, or reads nothing, for up to twenty seconds. */
    private void hang(int port, Random random) throws Exception {
        Wire wire = new Wire(port);
        switch (random.nextInt(6)) {
            case 0 -> wire.send("GET / HT");
            case 1 -> wire.send("POST /eth/v1/x HTTP/1.1\r\nHost: soak\r\nContent-Length: 1000\r\n\r\nabc");
            case 2 -> wire.send(Wire.get("/eth/big/80000000"));
            case 3 -> wire.send(Wire.upgrade("/push"));
            case 4 -> {
                wire.preface();
                for (int id = 1; id < 20; id += 2) {
                    wire.frame(Wire.HEADERS, Wire.END_HEADERS | Wire.END_STREAM, id, get("/eth/big/9000000"));
                }
            }
            default -> wire.send(Wire.upgrade("/")).send("\u0081");
        }
        for (int i = random.nextInt(200); i > 0 && !over; i--) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        leave(wire, random);
    }

    /** The EL: HTTP/1.1 for a while, gone for a moment, HTTP/2 for a while. */
    private void restart(int port, Random random) throws Exception {
        Nodes el = Nodes.at(port);
        pause(2_000 + random.nextInt(6_000));
        el.close();
        pause(random.nextInt(1_000));
        Process node = new ProcessBuilder(http2Node, Integer.toString(port))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("http2-node.log").toFile())
                .start();
        pause(2_000 + random.nextInt(6_000));
        if (random.nextBoolean()) {
            node.destroy();
        } else {
            node.destroyForcibly();
        }
        node.waitFor();
        pause(random.nextInt(1_000));
    }

    private void pause(int millis) throws InterruptedException {
        for (int i = 0; i < millis && !over; i += 50) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
