package io.ethryx.server.demo;

import io.ethryx.server.demo.JsonValue.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The envelope of JSON-RPC 2.0: single calls, batches, notifications, and ids returned as they were written. */
final class JsonRpcResponder {

    private static final String NULL_ID = "null";

    /** What is behind the envelope. */
    interface Methods {

        /** The result as JSON. */
        String call(String method, List<JsonValue> params) throws JsonRpcFault;
    }

    private JsonRpcResponder() {}

    /** The answer to a body, or empty where JSON-RPC 2.0 wants none (notifications alone). */
    static Optional<String> answer(byte[] body, Methods methods) {
        JsonValue document;
        try {
            document = JsonReader.read(body);
        } catch (JsonSyntaxException e) {
            return Optional.of(
                    new JsonRpcFault(JsonRpcFault.PARSE_ERROR, "parse error: " + e.getMessage()).toAnswer(NULL_ID));
        }
        if (!document.is(Kind.ARRAY)) {
            return single(document, methods);
        }
        if (document.elements().isEmpty()) {
            return Optional.of(invalid("empty batch").toAnswer(NULL_ID));
        }
        List<String> answers = new ArrayList<>();
        document.elements().forEach(element -> single(element, methods).ifPresent(answers::add));
        return answers.isEmpty() ? Optional.empty() : Optional.of(JsonText.array(answers.stream()));
    }

    private static Optional<String> single(JsonValue call, Methods methods) {
        JsonValue id = call.members().get("id");
        boolean legal = id == null || id.is(Kind.STRING) || id.is(Kind.NUMBER) || id.is(Kind.NULL);
        String rawId = id == null || !legal ? NULL_ID : id.raw();
        try {
            if (!legal) {
                throw invalid("id is neither string nor number");
            }
            String method = method(call);
            String result = methods.call(method, params(call.members().get("params")));
            return notification(call) ? Optional.empty() : Optional.of(result(rawId, result));
        } catch (JsonRpcFault fault) {
            return notification(call) ? Optional.empty() : Optional.of(fault.toAnswer(rawId));
        }
    }

    private static boolean notification(JsonValue call) {
        JsonValue method = call.members().get("method");
        return method != null && method.is(Kind.STRING) && !call.members().containsKey("id");
    }

    private static String result(String id, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
    }

    private static String method(JsonValue call) throws JsonRpcFault {
        if (!call.is(Kind.OBJECT)) {
            throw invalid("not an object");
        }
        JsonValue version = call.members().get("jsonrpc");
        JsonValue method = call.members().get("method");
        if (version == null || !version.text().equals("2.0") || method == null || !method.is(Kind.STRING)) {
            throw invalid("jsonrpc must be 2.0 and method a string");
        }
        return method.text();
    }

    private static List<JsonValue> params(@Nullable JsonValue params) throws JsonRpcFault {
        if (params == null || params.is(Kind.NULL)) {
            return List.of();
        }
        if (!params.is(Kind.ARRAY)) {
            throw JsonRpcFault.invalidParams("params must be an array");
        }
        return params.elements();
    }

    private static JsonRpcFault invalid(String rule) {
        return new JsonRpcFault(JsonRpcFault.INVALID_REQUEST, "invalid request: " + rule);
    }
}
