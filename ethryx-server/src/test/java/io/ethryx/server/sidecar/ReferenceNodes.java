package io.ethryx.server.sidecar;

import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pair of nodes as the reference's own tests have it: the EL answers a batch element by element and both keep what they were
 * asked. Everything is healthy till a test says otherwise.
 */
final class ReferenceNodes implements AutoCloseable {

    private static final Pattern ELEMENT = Pattern.compile("\"method\":\"(\\w+)\",\"params\":[^{}]*?,\"id\":(\\w+)");
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)");

    private final Map<String, String> elAnswers = new ConcurrentHashMap<>();
    private final Map<String, String> clAnswers = new ConcurrentHashMap<>();
    private final List<String> elRequests = new CopyOnWriteArrayList<>();
    private final List<String> clRequests = new CopyOnWriteArrayList<>();
    private final boolean hangsOnHttp2;
    private final RawUpstream el;
    private final RawUpstream cl;
    private volatile int elStatus = 200;
    private volatile int clStatus = 200;

    private ReferenceNodes(boolean hangsOnHttp2) throws IOException {
        this.hangsOnHttp2 = hangsOnHttp2;
        synced().peers("0x10").block("0x12d687", System.currentTimeMillis() / 1000);
        clSays(
                "/eth/v1/node/syncing",
                "{\"data\":{\"is_syncing\":false,\"head_slot\":\"42\",\"sync_distance\":\"0\"}}");
        clSays("/eth/v1/node/peer_count", "{\"data\":{\"connected\":\"100\"}}");
        el = RawUpstream.start(this::serveEl);
        cl = RawUpstream.start(this::serveCl);
    }

    /** The EL answers an HTTP/2 preface with 400. */
    static ReferenceNodes start() throws IOException {
        return new ReferenceNodes(false);
    }

    /** The EL says nothing to an HTTP/2 preface. */
    static ReferenceNodes hangingOnHttp2() throws IOException {
        return new ReferenceNodes(true);
    }

    ReferenceNodes elSays(String method, String member) {
        elAnswers.put(method, member);
        return this;
    }

    ReferenceNodes synced() {
        return elSays("eth_syncing", "\"result\":false");
    }

    ReferenceNodes syncing(String current, String highest) {
        return elSays(
                "eth_syncing",
                "\"result\":{\"currentBlock\":\"" + current + "\",\"highestBlock\":\"" + highest + "\"}");
    }

    ReferenceNodes peers(String hex) {
        return elSays("net_peerCount", "\"result\":\"" + hex + "\"");
    }

    ReferenceNodes block(String number, long timestamp) {
        return elSays(
                "eth_getBlockByNumber",
                "\"result\":{\"number\":\"" + number + "\",\"timestamp\":\"0x" + Long.toHexString(timestamp) + "\"}");
    }

    ReferenceNodes clSays(String path, String body) {
        clAnswers.put(path, body);
        return this;
    }

    ReferenceNodes statuses(int ofEl, int ofCl) {
        elStatus = ofEl;
        clStatus = ofCl;
        return this;
    }

    int elPort() {
        return el.port();
    }

    int clPort() {
        return cl.port();
    }

    /** Requests that are no polls, raw. */
    List<String> elRequests() {
        return elRequests.stream()
                .filter(request -> !request.contains("\r\n\r\n["))
                .toList();
    }

    /** How many calls the polls have made. */
    long elPolled() {
        return elRequests.stream()
                .filter(request -> request.contains("\r\n\r\n["))
                .mapToLong(request -> ELEMENT.matcher(request).results().count())
                .sum();
    }

    List<String> clRequests() {
        return clRequests;
    }

    /** An EL that is there for HTTP/2 alone answers like this. */
    String answer(String body) {
        StringBuilder answer = new StringBuilder();
        Matcher element = ELEMENT.matcher(body);
        while (element.find()) {
            String member = elAnswers.getOrDefault(element.group(1), "\"error\":{\"code\":-32601}");
            answer.append(answer.isEmpty() ? "" : ",").append("{\"jsonrpc\":\"2.0\",\"id\":" + element.group(2) + ",");
            answer.append(member).append('}');
        }
        return body.startsWith("[") ? "[" + answer + "]" : answer.toString();
    }

    private void serveEl(RawUpstream.Connection connection) throws IOException {
        for (String head = connection.readHead(); head != null; head = connection.readHead()) {
            if (head.startsWith("PRI ")) {
                if (hangsOnHttp2) {
                    connection.readToEnd();
                }
                connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                return;
            }
            String body = body(connection, head);
            elRequests.add(head + body);
            connection.send(message(elStatus, answer(body)));
        }
    }

    private void serveCl(RawUpstream.Connection connection) throws IOException {
        for (String head = connection.readHead(); head != null; head = connection.readHead()) {
            clRequests.add(head + body(connection, head));
            String answer = clAnswers.get(head.split(" ", 3)[1]);
            connection.send(answer == null ? message(404, "") : message(clStatus, answer));
        }
    }

    private static String body(RawUpstream.Connection connection, String head) throws IOException {
        Matcher length = LENGTH.matcher(head);
        return length.find() ? connection.readBytes(Integer.parseInt(length.group(1))) : "";
    }

    private static String message(int status, String body) {
        String reason = status == 200 ? "OK" : status == 404 ? "Not Found" : "Other";
        return "HTTP/1.1 " + status + " " + reason + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    @Override
    public void close() throws IOException {
        el.close();
        cl.close();
    }
}
