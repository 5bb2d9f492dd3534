package io.ethryx.health;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The call that a node is probed with, and what its answer says (reference section 8). It passes with status 200 exactly
 * and a JSON-RPC response that has a result, whatever the result is, and no error other than null. {@code eth_syncing} alone
 * has to say {@code false}.
 *
 * <p>A head is read out of the answers of {@value #BLOCK_NUMBER} and {@value #LATEST_BLOCK}: a quantity, or an object with
 * one of the members {@code number}, {@code height}, {@code blockNumber} and {@code latestBlockNumber}; in hexadecimal, or as
 * a JSON integer. Immutable.
 *
 * @param method a method that takes no parameters: ASCII letters, digits and {@code _}
 */
record NodeProbe(String method) {

    /** What stock nodes and Native nodes are asked. */
    static final String BLOCK_NUMBER = "eth_blockNumber";

    /** What State and Archive nodes of the replaced program's kind are asked. */
    static final String LATEST_BLOCK = "getLatestBlock";

    private static final String SYNCING = "eth_syncing";
    private static final Set<String> ENVELOPE = Set.of("error", "result");
    private static final Set<String> HEIGHTS = Set.of("number", "height", "blockNumber", "latestBlockNumber");

    NodeProbe {
        if (!method.matches("[a-zA-Z_][a-zA-Z0-9_]*")) {
            throw new IllegalArgumentException(
                    "'" + method + "' is no method to probe with; name one such as " + BLOCK_NUMBER);
        }
    }

    String body() {
        return "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":[]}";
    }

    NodeAnswer read(TimedProbe.Result result) {
        return result.failure()
                .map(NodeProbe::failed)
                .orElseGet(() -> read(result.response().orElseThrow()));
    }

    private static NodeAnswer failed(ProbeFailure failure) {
        NodeFault fault = switch (failure.kind()) {
            case TIMEOUT -> NodeFault.TIMEOUT;
            case TRANSPORT -> NodeFault.UNREACHABLE;
            case TOO_LONG -> NodeFault.BAD_ANSWER;
        };
        return NodeAnswer.failed(fault, failure.detail());
    }

    NodeAnswer read(ProbeResponse response) {
        if (response.status() != 200) {
            return NodeAnswer.failed(
                    NodeFault.HTTP_STATUS, ("http " + response.status() + " " + response.reason()).strip());
        }
        try {
            return read(JsonValue.parse(response.body()));
        } catch (MalformedJsonException malformed) {
            return NodeAnswer.failed(NodeFault.BAD_ANSWER, "no JSON: " + malformed.getMessage());
        }
    }

    private NodeAnswer read(JsonValue answer) throws MalformedJsonException {
        Map<String, JsonValue> members = answer.members(ENVELOPE);
        JsonValue error = members.get("error");
        if (error != null && error.type() != JsonValue.Type.NULL) {
            return NodeAnswer.failed(NodeFault.RPC_ERROR, RpcErrorText.of(error));
        }
        JsonValue result = members.get("result");
        if (result == null) {
            return NodeAnswer.failed(NodeFault.BAD_ANSWER, "no result");
        }
        if (method.equals(SYNCING) && (result.type() != JsonValue.Type.BOOLEAN || result.isTrue())) {
            return NodeAnswer.failed(NodeFault.SYNCING, "syncing: " + result.excerpt());
        }
        boolean tellsHead = method.equals(BLOCK_NUMBER) || method.equals(LATEST_BLOCK);
        return NodeAnswer.passed(tellsHead ? head(result) : OptionalLong.empty());
    }

    private static OptionalLong head(JsonValue result) throws MalformedJsonException {
        if (result.type() == JsonValue.Type.OBJECT) {
            for (JsonValue member : result.members(HEIGHTS).values()) {
                OptionalLong height = height(member);
                if (height.isPresent()) {
                    return height;
                }
            }
            return OptionalLong.empty();
        }
        return height(result);
    }

    /** A height of 2^63 and more is none. */
    private static OptionalLong height(JsonValue value) throws MalformedJsonException {
        Optional<Quantity> height = switch (value.type()) {
            case STRING -> hex(value.string());
            case NUMBER -> Quantity.ofDecimal(value.excerpt());
            default -> Optional.empty();
        };
        return height.filter(number -> number.bits() >= 0)
                .map(number -> OptionalLong.of(number.bits()))
                .orElseGet(OptionalLong::empty);
    }

    private static Optional<Quantity> hex(String text) {
        return text.startsWith("0x") ? Quantity.ofHex(text) : Optional.empty();
    }
}
