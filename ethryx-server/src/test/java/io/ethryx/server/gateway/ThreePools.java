package io.ethryx.server.gateway;

import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A State, an Archive and a Native node of chain 1, whose head is block 1000, and a gateway before them. */
final class ThreePools implements AutoCloseable {

    private static final String HEAD = "1/lastBlockNumber: {latestBlockNumber: \"0x3e8\"}";

    final ScriptedNode state;
    final ScriptedNode archive;
    final ScriptedNode natives;
    final GatewayFixture gateway;

    private ThreePools(ScriptedNode state, ScriptedNode archive, ScriptedNode natives, List<String> more)
            throws IOException {
        this.state = state;
        this.archive = archive;
        this.natives = natives;
        List<String> lines = new ArrayList<>(
                List.of(state.as("1/nodes/s", 1), archive.as("1/nodes/a", 2), natives.as("1/nativeNodes/n", 0), HEAD));
        lines.addAll(more);
        gateway = GatewayFixture.start(lines.toArray(String[]::new));
    }

    /** Nodes that answer each call with its own id and their own name, and further lines as of {@link GatewayFixture#start}. */
    static ThreePools named(String... more) throws IOException {
        return of(ThreePools::echo, more);
    }

    /** A State node that answers as a function says; the others as above. */
    static ThreePools of(UnaryOperator<String> state, String... more) throws IOException {
        return with(ScriptedNode.answering(body -> state.apply(body).replace("NAME", "state")), more);
    }

    static ThreePools with(ScriptedNode state, String... more) throws IOException {
        return new ThreePools(
                state,
                ScriptedNode.answering(body -> echo(body).replace("NAME", "archive")),
                ScriptedNode.answering(body -> echo(body).replace("NAME", "native")),
                List.of(more));
    }

    /** The answer to a call or to a batch, with the ids as they came, and the word NAME as each result. */
    static String echo(String body) {
        StringBuilder answers = new StringBuilder();
        int at = body.indexOf("\"id\":");
        while (at >= 0) {
            int from = at + 5;
            int to = body.charAt(from) == '"' ? body.indexOf('"', from + 1) + 1 : endOfNumber(body, from);
            answers.append(answers.isEmpty() ? "" : ",")
                    .append("{\"jsonrpc\":\"2.0\",\"id\":")
                    .append(body, from, to)
                    .append(",\"result\":\"NAME\"}");
            at = body.indexOf("\"id\":", to);
        }
        return body.stripLeading().startsWith("[") ? "[" + answers + "]" : answers.toString();
    }

    private static int endOfNumber(String body, int from) {
        int to = from;
        while (",}] ".indexOf(body.charAt(to)) < 0) {
            to++;
        }
        return to;
    }

    static String call(String method, String params) {
        return call("1", method, params);
    }

    static String call(String id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    /** The answer to a body, head and all. */
    String ask(String body, String... fields) throws IOException {
        return gateway.ask("/1", body, fields);
    }

    /** The body of the answer to a body. */
    String answer(String body, String... fields) throws IOException {
        return bodyOf(ask(body, fields));
    }

    static String bodyOf(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    /** The answer to one raw request on a connection of its own, and to a good call behind it on the same one. */
    String askRaw(byte[] request) throws IOException {
        try (RawClient client = gateway.client()) {
            return client.send(request).readAnswer();
        }
    }

    /** How many requests have reached the nodes. */
    int asked() {
        return state.upstream().waitingRequests()
                + archive.upstream().waitingRequests()
                + natives.upstream().waitingRequests();
    }

    @Override
    public void close() throws IOException {
        gateway.close();
        for (ScriptedNode node : List.of(state, archive, natives)) {
            node.close();
        }
    }
}
