package io.ethryx.server.gateway;

import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A node that tells probes its head, and answers calls with its name. It can fall ill. */
final class ProbedNode implements AutoCloseable {

    private final String name;
    private final List<String> probes = new CopyOnWriteArrayList<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private RawUpstream upstream;
    private volatile String head;
    private volatile boolean sick;

    private ProbedNode(String name, long head) throws IOException {
        this.name = name;
        this.head = hex(head);
        upstream = RawUpstream.start(this::talk);
    }

    static ProbedNode named(String name, long head) throws IOException {
        return new ProbedNode(name, head);
    }

    private static String hex(long height) {
        return "0x" + Long.toHexString(height);
    }

    private void talk(RawUpstream.Connection connection) throws IOException {
        for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
            String body = request.substring(request.indexOf("\r\n\r\n") + 4);
            boolean probe = body.contains("eth_blockNumber") || body.contains("getLatestBlock");
            (probe ? probes : calls).add(request);
            String answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + (probe ? head : name) + "\"}";
            connection.send("HTTP/1.1 " + (probe && sick ? "503 Busy" : "200 OK")
                    + "\r\nContent-Type: application/json\r\nContent-Length: " + answer.length() + "\r\n\r\n" + answer);
        }
    }

    int port() {
        return upstream.port();
    }

    String as(String key, int nodeType) {
        return key + ": {address: 127.0.0.1, port: " + port() + ", nodeType: " + nodeType + ", stateType: 1}";
    }

    void head(long height) {
        head = hex(height);
    }

    /** Answers probes with 503 from now on, or well again; calls are served all the while. */
    void sick(boolean from) {
        sick = from;
    }

    /** Its listener and connections are gone. */
    void die() throws IOException {
        upstream.close();
    }

    /** Comes back at the same port. */
    void revive() throws IOException {
        upstream = RawUpstream.start(InetAddress.getLoopbackAddress(), upstream.port(), this::talk);
    }

    /** The raw requests of its probes. */
    List<String> probes() {
        return probes;
    }

    /** The raw requests of calls. */
    List<String> calls() {
        return calls;
    }

    @Override
    public void close() throws IOException {
        upstream.close();
    }
}
