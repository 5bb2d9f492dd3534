package io.ethryx.health;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A transport whose two nodes say what a test puts into their mouths. */
final class ScriptedPair implements ProbeTransport {

    static final String SYNCED = "false";

    /** What comes of a call: a response, a failure, or for null nothing at all. */
    Function<ProbeRequest, Object> el = request -> json(batch(SYNCED, "\"0x10\"", block(5, 694)));

    Function<ProbeRequest, Object> cl = request -> json(
            request.pathSuffix().endsWith("syncing")
                    ? "{\"data\":{\"head_slot\":\"10\",\"sync_distance\":\"0\",\"is_syncing\":false}}"
                    : "{\"data\":{\"connected\":\"64\"}}");

    final List<ProbeRequest> requests = new ArrayList<>();
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger cancelled = new AtomicInteger();
    boolean http2;
    boolean secure;

    static ProbeResponse json(String body) {
        return new ProbeResponse(200, "OK", body.getBytes(StandardCharsets.UTF_8));
    }

    static ProbeResponse status(int status) {
        return new ProbeResponse(status, "", new byte[0]);
    }

    static String batch(String syncing, String peers, String block) {
        return "[" + result(1, syncing) + "," + result(2, peers) + "," + result(3, block) + "]";
    }

    static String result(int id, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
    }

    static String block(long number, long timestamp) {
        return "{\"number\":\"0x" + Long.toHexString(number) + "\",\"timestamp\":\"0x" + Long.toHexString(timestamp)
                + "\"}";
    }

    @Override
    public boolean supportsHttp2() {
        return http2;
    }

    @Override
    public boolean secureEl() {
        return secure;
    }

    @Override
    public ProbeCall call(ProbeRequest request, ProbeListener listener) {
        requests.add(request);
        Object outcome = (request.layer() == Layer.EL ? el : cl).apply(request);
        if (outcome instanceof RuntimeException thrown) {
            throw thrown;
        }
        open.incrementAndGet();
        if (outcome instanceof ProbeResponse response) {
            listener.onHead();
            listener.onResponse(response);
        } else if (outcome instanceof ProbeFailure failure) {
            listener.onFailure(failure);
        } else if ("head only".equals(outcome)) {
            listener.onHead();
        }
        int[] closed = {0};
        return () -> {
            cancelled.incrementAndGet();
            if (closed[0]++ == 0) {
                open.decrementAndGet();
            }
        };
    }
}
