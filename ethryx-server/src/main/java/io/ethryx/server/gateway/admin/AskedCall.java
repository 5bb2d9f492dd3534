package io.ethryx.server.gateway.admin;

import io.ethryx.core.Body;
import io.ethryx.core.InvalidCall;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcRequest;
import io.ethryx.routing.BlockPosition;
import io.ethryx.routing.MethodTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JSON-RPC call that a caller of {@code debug_chooseOneNode} has in mind: sent whole, or told by its method and block. */
final class AskedCall {

    private static final String ABOUT_A_BLOCK = "eth_getBalance";
    private static final String ABOUT_NONE = "eth_chainId";

    private final MethodTable methods;

    AskedCall(MethodTable methods) {
        this.methods = methods;
    }

    /** Reads a call that was sent whole. */
    RpcCall sent(byte[] body) {
        RpcRequest read = new JsonRpcReader().read(Body.of(body));
        if (read instanceof RpcCall call) {
            return call;
        }
        String what = read instanceof InvalidCall invalid
                ? invalid.error().message() + ": " + invalid.error().data()
                : "a batch";
        throw AdminFault.bad("invalid JSON-RPC request", what + "; send one call, or use ethryx explain for batches");
    }

    /** Writes a call of a method about a block. */
    RpcCall told(Optional<String> method, Optional<String> block, Optional<String> context) {
        String name = method.orElse(block.isPresent() ? ABOUT_A_BLOCK : ABOUT_NONE);
        Map<String, @Nullable Object> call = new LinkedHashMap<>();
        call.put("jsonrpc", "2.0");
        call.put("id", 1);
        call.put("method", name);
        call.put("params", params(name, block.map(AskedCall::value), context.map(AskedCall::object)));
        return sent(AdminJson.print(call));
    }

    private List<@Nullable Object> params(String method, Optional<Object> block, Optional<Object> context) {
        List<@Nullable Object> params = new ArrayList<>();
        if (context.isPresent()) {
            params.add(context.get());
        } else if (block.isPresent()) {
            place(methods.find(method), block.get(), params);
        }
        return params;
    }

    /** Puts a block where a method has it; where the table has no row, in the way of the replaced program. */
    private static void place(@Nullable BlockPosition position, Object block, List<@Nullable Object> params) {
        if (position == null || position.form() == BlockPosition.Form.NONE) {
            params.add(reference(block));
            return;
        }
        switch (position.form()) {
            case FILTER -> put(params, position.first(), Map.of("fromBlock", block, "toBlock", block));
            case SPAN -> {
                put(params, position.first(), block);
                put(params, position.second(), block);
            }
            case HISTORY -> {
                put(params, position.first(), 1);
                put(params, position.second(), block);
            }
            case REFERENCE -> put(params, position.first(), reference(block));
            default -> put(params, position.first(), block);
        }
    }

    private static Map<String, Object> reference(Object block) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("block_id", block);
        object.put("type", "Equals");
        return object;
    }

    private static void put(List<@Nullable Object> params, int index, Object value) {
        while (params.size() <= index) {
            params.add(null);
        }
        params.set(index, value);
    }

    /** A decimal height is written in hex, an object is taken as it is. */
    private static Object value(String block) {
        if (block.startsWith("{")) {
            return object(block);
        }
        boolean decimal = block.length() < 19 && block.chars().allMatch(c -> c >= '0' && c <= '9');
        return decimal ? "0x" + Long.toHexString(Long.parseLong(block)) : block;
    }

    /** An object; other words of a context, which name no block, say nothing. */
    private static Object object(String json) {
        try {
            return Objects.requireNonNullElse(AdminJson.parse(json.getBytes(StandardCharsets.UTF_8)), json);
        } catch (IOException noJson) {
            return json;
        }
    }
}
