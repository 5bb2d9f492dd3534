package io.ethryx.server.gateway;

import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.util.function.UnaryOperator;

/** A node that answers each body with what a function makes of it. */
final class ScriptedNode implements AutoCloseable {

    private final RawUpstream upstream;

    private ScriptedNode(RawUpstream upstream) {
        this.upstream = upstream;
    }

    /** Answers with 200 and the JSON that the function makes of the request's body. */
    static ScriptedNode answering(UnaryOperator<String> json) throws IOException {
        return new ScriptedNode(RawUpstream.start(connection -> {
            for (String request = connection.readRequest(); request != null; request = connection.readRequest()) {
                String answer = json.apply(request.substring(request.indexOf("\r\n\r\n") + 4));
                connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Node: yes\r\nContent-Length: "
                        + answer.length() + "\r\n\r\n" + answer);
            }
        }));
    }

    /** Answers each single call with its own name. */
    static ScriptedNode named(String name) throws IOException {
        return answering(body -> "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + name + "\"}");
    }

    /** Answers each single call with an error of a code. */
    static ScriptedNode failing(int code) throws IOException {
        return answering(body -> "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":" + code + ",\"message\":\"no\"}}");
    }

    static ScriptedNode of(RawUpstream.Script script) throws IOException {
        return new ScriptedNode(RawUpstream.start(script));
    }

    RawUpstream upstream() {
        return upstream;
    }

    /** Its line in a topology. */
    String as(String key, int nodeType) {
        return key + ": {address: 127.0.0.1, port: " + upstream.port() + ", nodeType: " + nodeType + ", stateType: 1}";
    }

    @Override
    public void close() throws IOException {
        upstream.close();
    }
}
