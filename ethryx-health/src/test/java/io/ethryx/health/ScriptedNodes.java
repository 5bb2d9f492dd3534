package io.ethryx.health;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A transport whose nodes say what a test puts into their mouths, by port. */
final class ScriptedNodes implements NodeProbeTransport {

    static final ProbeFailure REFUSED = ProbeFailure.transport("connection refused");

    /** What comes of a call: a response, a failure, or for null nothing at all. */
    private final Map<Integer, Object> byPort = new HashMap<>();

    /** Probes that were sent: chain, key, port, method. */
    final List<String> sent = new ArrayList<>();

    /** Who waits for an answer, in the order of asking. */
    final List<ProbeListener> waiting = new ArrayList<>();

    int open;
    int mostOpen;

    void tells(int port, String result) {
        byPort.put(port, response(200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}"));
    }

    void tellsHead(int port, long height) {
        tells(port, "\"0x" + Long.toHexString(height) + "\"");
    }

    void refuses(int port) {
        byPort.put(port, REFUSED);
    }

    void hangs(int port) {
        byPort.remove(port);
    }

    void answers(int port, Object outcome) {
        byPort.put(port, outcome);
    }

    /** A probe that hung gets an answer after all. */
    void answersLate(int probe, String result) {
        waiting.get(probe).onResponse(response(200, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}"));
    }

    static ProbeResponse response(int status, String body) {
        return new ProbeResponse(status, "", body.getBytes(StandardCharsets.UTF_8));
    }

    long sentTo(int port) {
        return sent.stream().filter(line -> line.contains(":" + port + " ")).count();
    }

    @Override
    public ProbeCall call(ChainId chain, Node node, String body, ProbeListener listener) {
        String method = body.replaceFirst(".*\"method\":\"", "").replaceFirst("\".*", "");
        sent.add(chain + "/" + node.key() + " " + node.hostPort() + " " + method);
        open++;
        mostOpen = Math.max(mostOpen, open);
        Object outcome = byPort.get(node.port());
        if (outcome instanceof ProbeResponse response) {
            listener.onResponse(response);
        } else if (outcome instanceof ProbeFailure failure) {
            listener.onFailure(failure);
        } else {
            waiting.add(listener);
        }
        boolean[] closed = {false};
        return () -> {
            if (!closed[0]) {
                closed[0] = true;
                open--;
            }
        };
    }
}
