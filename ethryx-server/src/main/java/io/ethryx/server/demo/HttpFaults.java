package io.ethryx.server.demo;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong at a simulated node's HTTP. A fault for a path wins over the fault for everything. Safe to use from any
 * thread; a fault counts from the next request on. A request that is held stays held until its client leaves or the node
 * stops.
 */
public final class HttpFaults {

    private static final String EVERYTHING = "*";

    /** A fault. */
    sealed interface Fault {
        /** Answer this instead. */
        record Instead(Reply reply) implements Fault {}

        /** Never answer. */
        record HoldHead() implements Fault {}

        /** Answer the head and half of the body, then nothing. */
        record HoldBody() implements Fault {}
    }

    private final Map<String, Fault> faults = new ConcurrentHashMap<>();

    HttpFaults() {}

    /**
     * Every request gets this status and a short JSON body.
     *
     * @param status 200 to 599
     */
    public void status(int status) {
        status(EVERYTHING, status);
    }

    /**
     * Requests for a path get this status and a short JSON body.
     *
     * @param path the raw path
     * @param status 200 to 599
     */
    public void status(String path, int status) {
        answer(path, status, "{\"code\":" + status + ",\"message\":\"simulated failure\"}");
    }

    /**
     * Every request gets this answer.
     *
     * @param status 200 to 599
     * @param body sent as application/json whatever it is
     */
    public void answer(int status, String body) {
        answer(EVERYTHING, status, body);
    }

    /**
     * Requests for a path get this answer.
     *
     * @param path the raw path
     * @param status 200 to 599
     * @param body sent as application/json whatever it is
     */
    public void answer(String path, int status, String body) {
        faults.put(path, new Fault.Instead(Reply.json(status, body)));
    }

    /** No request is answered. */
    public void holdHead() {
        holdHead(EVERYTHING);
    }

    /**
     * Requests for a path are not answered.
     *
     * @param path the raw path
     */
    public void holdHead(String path) {
        faults.put(path, new Fault.HoldHead());
    }

    /** Every request gets the head and half of the body of its answer, then nothing. */
    public void holdBody() {
        holdBody(EVERYTHING);
    }

    /**
     * Requests for a path get the head and half of the body of their answer, then nothing.
     *
     * @param path the raw path
     */
    public void holdBody(String path) {
        faults.put(path, new Fault.HoldBody());
    }

    /** All is well again, for requests to come. */
    public void clear() {
        faults.clear();
    }

    @Nullable
    Fault of(String path) {
        Fault fault = faults.get(Objects.requireNonNull(path, "path"));
        return fault != null ? fault : faults.get(EVERYTHING);
    }
}
