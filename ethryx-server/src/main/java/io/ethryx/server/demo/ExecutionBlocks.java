package io.ethryx.server.demo;

import static io.ethryx.server.demo.JsonText.member;
import static io.ethryx.server.demo.JsonText.text;

import io.ethryx.server.demo.SimulatedChain.Subject;
import java.util.stream.Stream;

/** Execution blocks as JSON: the shape of {@code Block} in the execution-apis. */
final class ExecutionBlocks {

    private static final String BASE_FEE = "0x7";
    private static final String EMPTY_LIST_HASH = "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347";
    private static final String SENDER = "0x" + "a1".repeat(20);
    private static final String RECEIVER = "0x" + "b2".repeat(20);

    private final SimulatedChain chain;
    private final ExecutionScript script;

    ExecutionBlocks(SimulatedChain chain, ExecutionScript script) {
        this.chain = chain;
        this.script = script;
    }

    /** The header that newHeads carries. */
    String header(long number) {
        return '{' + headerMembers(number) + '}';
    }

    /** The block, with its transactions whole or as hashes. */
    String block(long number, boolean whole) {
        Stream<String> transactions = number == 0
                ? Stream.of()
                : Stream.of(whole ? transaction(number) : JsonText.quote(chain.hash(Subject.TRANSACTION, number)));
        return '{'
                + String.join(
                        ",",
                        headerMembers(number),
                        text("size", "0x2d4"),
                        member("transactions", JsonText.array(transactions)),
                        member("uncles", "[]"),
                        member("withdrawals", "[]"))
                + '}';
    }

    private String headerMembers(long number) {
        long timestamp = chain.startOf(number).getEpochSecond() + script.timestampShiftSeconds();
        return String.join(
                ",",
                text("number", Quantity.of(number)),
                text("hash", chain.blockHash(number)),
                text("parentHash", chain.parent(Subject.BLOCK, number)),
                text("timestamp", Quantity.of(timestamp)),
                text("miner", RECEIVER),
                text("gasLimit", "0x2255100"),
                text("gasUsed", number == 0 ? "0x0" : "0x5208"),
                text("baseFeePerGas", BASE_FEE),
                text("stateRoot", chain.hash(Subject.STATE, number)),
                text("receiptsRoot", chain.hash(Subject.RECEIPTS, number)),
                text("transactionsRoot", chain.hash(Subject.TRANSACTION, number)),
                text("withdrawalsRoot", SimulatedChain.ZERO_HASH),
                text("sha3Uncles", EMPTY_LIST_HASH),
                text("mixHash", SimulatedChain.ZERO_HASH),
                text("logsBloom", "0x" + "0".repeat(512)),
                text("extraData", "0x"),
                text("difficulty", "0x0"),
                text("nonce", "0x0000000000000000"));
    }

    private String transaction(long number) {
        return JsonText.object(
                text("hash", chain.hash(Subject.TRANSACTION, number)),
                text("blockHash", chain.blockHash(number)),
                text("blockNumber", Quantity.of(number)),
                text("transactionIndex", "0x0"),
                text("type", "0x0"),
                text("chainId", Quantity.of(SimulatedChain.CHAIN_ID)),
                text("nonce", Quantity.of(number - 1)),
                text("from", SENDER),
                text("to", RECEIVER),
                text("value", "0x1"),
                text("gas", "0x5208"),
                text("gasPrice", BASE_FEE),
                text("input", "0x"),
                text("v", "0xa95"),
                text("r", "0x1"),
                text("s", "0x1"));
    }
}
