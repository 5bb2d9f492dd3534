package io.ethryx.server.demo;

import static java.util.Map.entry;

import io.ethryx.server.demo.JsonValue.Kind;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The JSON-RPC methods of the simulated execution node. */
final class ExecutionMethods implements JsonRpcResponder.Methods {

    private static final long MAX_FEE_BLOCKS = 1024;
    private static final String NULL = "null";

    private interface Method {
        String call(List<JsonValue> params) throws JsonRpcFault;
    }

    private final ExecutionScript script;
    private final LongSupplier chainHead;
    private final RequestLog log;
    private final ExecutionBlocks blocks;
    private final BlockReference references;
    private final Map<String, Method> methods = Map.ofEntries(
            entry("eth_chainId", params -> quantity(SimulatedChain.CHAIN_ID)),
            entry("net_version", params -> JsonText.quote(Long.toString(SimulatedChain.CHAIN_ID))),
            entry("web3_clientVersion", params -> JsonText.quote("EthryxSimulated/v1/execution")),
            entry("eth_blockNumber", params -> quantity(head())),
            entry("eth_getBlockByNumber", this::blockByNumber),
            entry("eth_getBlockByHash", this::blockByHash),
            entry("eth_getBalance", this::balance),
            entry("eth_gasPrice", params -> quantity(1_000_000_007L)),
            entry("eth_call", this::called),
            entry("eth_getLogs", this::logs),
            entry("eth_feeHistory", this::feeHistory),
            entry("eth_sendRawTransaction", ExecutionMethods::sendRawTransaction));

    ExecutionMethods(SimulatedChain chain, ExecutionScript script, LongSupplier chainHead, RequestLog log) {
        this.script = script;
        this.chainHead = chainHead;
        this.log = log;
        this.blocks = new ExecutionBlocks(chain, script);
        this.references = new BlockReference(chain);
    }

    @Override
    public String call(String name, List<JsonValue> params) throws JsonRpcFault {
        log.count(name);
        String scripted = script.scripted(name);
        if (scripted != null) {
            return scripted;
        }
        Method method = methods.get(name);
        if (method == null) {
            throw new JsonRpcFault(
                    JsonRpcFault.METHOD_NOT_FOUND, "the method " + name + " does not exist/is not available");
        }
        return method.call(params);
    }

    private long head() {
        return script.head(chainHead.getAsLong());
    }

    private String blockByNumber(List<JsonValue> params) throws JsonRpcFault {
        long number = references.number(text(params, 0), head());
        return number > head() ? NULL : blocks.block(kept(number), whole(params));
    }

    private String blockByHash(List<JsonValue> params) throws JsonRpcFault {
        boolean whole = whole(params);
        OptionalLong number = references.numberOf(text(params, 0), head());
        return number.isEmpty() ? NULL : blocks.block(kept(number.getAsLong()), whole);
    }

    private String balance(List<JsonValue> params) throws JsonRpcFault {
        if (!text(params, 0).matches("0x[0-9a-fA-F]{40}")) {
            throw JsonRpcFault.invalidParams("an address has 20 bytes");
        }
        stateAt(params, 1);
        return quantity(1_000_000_000_000_000_000L);
    }

    private String called(List<JsonValue> params) throws JsonRpcFault {
        stateAt(params, 1);
        return JsonText.quote("0x" + "0".repeat(63) + "1");
    }

    private String logs(List<JsonValue> params) throws JsonRpcFault {
        JsonValue filter = at(params, 0);
        if (filter != null && filter.members().containsKey("blockHash")) {
            stateAt(List.of(filter), 0);
        } else if (filter != null) {
            kept(references.of(filter.members().get("fromBlock"), head()).orElse(head()));
        }
        return "[]";
    }

    /** Makes sure that there is such a block, and that its state is kept. */
    private void stateAt(List<JsonValue> params, int index) throws JsonRpcFault {
        long head = head();
        long number = references.of(at(params, index), head).orElse(Long.MAX_VALUE);
        if (number > head) {
            throw new JsonRpcFault(JsonRpcFault.SERVER_ERROR, "header not found");
        }
        kept(number);
    }

    private long kept(long number) throws JsonRpcFault {
        if (!script.keeps(number, head())) {
            throw new JsonRpcFault(JsonRpcFault.STATE_BLOCK_NOT_FOUND, "state of block " + number + " not found");
        }
        return number;
    }

    private String feeHistory(List<JsonValue> params) throws JsonRpcFault {
        long newest = references.number(text(params, 1), head());
        long count = Math.min(Math.min(feeBlocks(params), MAX_FEE_BLOCKS), newest + 1);
        kept(newest + 1 - count);
        int percentiles = params.size() > 2 ? params.get(2).elements().size() : 0;
        String reward = JsonText.array(LongStream.range(0, percentiles).mapToObj(i -> quantity(1)));
        return JsonText.object(
                JsonText.text("oldestBlock", Quantity.of(newest + 1 - count)),
                JsonText.member("baseFeePerGas", repeated(quantity(7), count + 1)),
                JsonText.member("gasUsedRatio", repeated("0.5", count)),
                JsonText.member("reward", repeated(reward, percentiles == 0 ? 0 : count)));
    }

    private static String repeated(String json, long times) {
        return JsonText.array(LongStream.range(0, times).mapToObj(i -> json));
    }

    private static long feeBlocks(List<JsonValue> params) throws JsonRpcFault {
        JsonValue count = params.get(0);
        OptionalLong value = count.raw().matches("[1-9][0-9]{0,8}")
                ? OptionalLong.of(Long.parseLong(count.raw()))
                : Quantity.parse(count.text());
        return value.orElseThrow(() -> JsonRpcFault.invalidParams("a block count is a quantity or a number"));
    }

    /** SHA-256 of the transaction's bytes: 32 bytes, the same for the same transaction, not the chain's Keccak-256. */
    private static String sendRawTransaction(List<JsonValue> params) throws JsonRpcFault {
        String raw = text(params, 0);
        if (!raw.matches("0x([0-9a-fA-F]{2})+")) {
            throw JsonRpcFault.invalidParams("a transaction is hexadecimal data");
        }
        byte[] transaction = HexFormat.of().parseHex(raw, 2, raw.length());
        return JsonText.quote("0x" + HexFormat.of().formatHex(SimulatedChain.sha256(transaction)));
    }

    private static String text(List<JsonValue> params, int index) throws JsonRpcFault {
        JsonValue value = at(params, index);
        if (value == null || !value.is(Kind.STRING)) {
            throw JsonRpcFault.invalidParams("parameter " + index + " must be a string");
        }
        return value.text();
    }

    private static boolean whole(List<JsonValue> params) throws JsonRpcFault {
        JsonValue value = at(params, 1);
        if (value == null || !value.is(Kind.BOOLEAN)) {
            throw JsonRpcFault.invalidParams("parameter 1 must be true or false");
        }
        return value.raw().equals("true");
    }

    private static @Nullable JsonValue at(List<JsonValue> params, int index) {
        return index < params.size() ? params.get(index) : null;
    }

    private static String quantity(long value) {
        return JsonText.quote(Quantity.of(value));
    }
}
