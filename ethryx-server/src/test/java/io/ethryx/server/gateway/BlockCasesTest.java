package io.ethryx.server.gateway;

import static io.ethryx.server.gateway.ThreePools.call;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where calls go by the block that they name, while the head is 1000 (0x3e8), and that their bytes stay theirs. */
@Timeout(60)
final class BlockCasesTest {

    private static final String HASH = "\"0x" + "ab".repeat(32) + "\"";

    private ThreePools pools;

    @AfterEach
    void stop() throws IOException {
        pools.close();
    }

    private void goes(String method, String params, String pool) throws Exception {
        String body = call(method, params.replace("HASH", HASH));
        assertThat(pools.answer(body)).as("%s %s", method, params).contains("\"result\":\"" + pool + "\"");
        ScriptedNode node = pool.equals("state") ? pools.state : pools.archive;
        assertThat(node.upstream().nextRequest()).endsWith("\r\n\r\n" + body);
        assertThat(pools.asked()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "eth_call | [{},{\"blockNumber\":\"0xcb\"}] | archive",
                "eth_call | [{},{\"blockNumber\":\"latest\"}] | state",
                "eth_call | [{},{\"blockNumber\":203}] | archive",
                "eth_call | [{},{\"blockNumber\":\"0x3a8\"}] | state",
                "eth_call | [{},{\"blockHash\":HASH}] | state",
                "eth_call | [{},{\"blockHash\":HASH,\"requireCanonical\":true}] | state",
                "eth_getStorageAt | [\"0x1\",\"0x0\",{\"blockNumber\":\"0x1\"}] | archive",
                "eth_getProof | [\"0x1\",[],{\"blockNumber\":\"0x1\"}] | archive",
            })
    void a_block_may_be_named_by_an_object(String method, String params, String pool) throws Exception {
        pools = ThreePools.named();
        goes(method, params, pool);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{},{\"blockHash\":HASH,\"blockNumber\":\"0x1\"}]",
                "[{},{\"blockHash\":HASH,\"blockNumber\":\"latest\"}]",
                "[{},{}]",
                "[{},{\"blockHash\":null}]",
                "[{},{\"blockNumber\":null}]",
                "[{},\"Latest\"]",
                "[{},\"0x\"]",
                "[{},\"-1\"]",
                "[{},-1]",
                "[{},1.5]",
                "[{},\"safest\"]",
                "[{},\" latest\"]",
                "[{},\"0xzz\"]",
                "[{},[]]",
                "[{},true]",
            })
    void what_is_no_block_is_for_a_node_with_all_history_to_judge(String params) throws Exception {
        pools = ThreePools.named();
        goes("eth_call", params, "archive");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"0x0123\" | archive",
                "\"0x00\" | archive",
                "\"0x07fa94\" | state",
                "\"0x0003a8\" | state",
                "\"0x0003a7\" | archive",
                "\"0xffffffffffffffff\" | state",
                "\"0x7fffffffffffffff\" | state",
                "\"0x1ffffffffffffffff\" | state",
                "\"0x10000000000000000000000000000000000000000000000000000000000000000000000001\" | state",
                "\"0x3e9\" | state",
                "\"0x3e8\" | state",
                "\"0x3a9\" | state",
                "\"0x3a8\" | state",
                "\"0x3a7\" | archive",
                "\"0x3A8\" | state",
                "\"0X3A7\" | archive",
                "936 | state",
                "935 | archive",
            })
    void heights_are_compared_exactly_and_sent_on_as_they_are_written(String block, String pool) throws Exception {
        pools = ThreePools.named();
        goes("eth_getBalance", "[\"0x0\"," + block + "]", pool);
    }

    @ParameterizedTest
    @CsvSource({"0x3a8,archive", "0x3e9,archive", "latest,state", "pending,state", "earliest,archive"})
    void while_the_head_is_unknown_every_height_is_old(String block, String pool) throws Exception {
        pools = ThreePools.named("2/nodes/s: {address: 127.0.0.1, port: 1, nodeType: 1, stateType: 1}");
        String topology = pools.state.as("3/nodes/s", 1);
        try (GatewayFixture headless =
                GatewayFixture.start(topology, pools.archive.as("3/nodes/a", 2), "---", "proxy_config: {}")) {
            assertThat(headless.ask("/3", call("eth_getBalance", "[\"0x0\",\"" + block + "\"]")))
                    .contains("\"result\":\"" + pool + "\"");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "eth_call | [{\"to\":\"0x1\"},\"0x10\",{\"0xaddr\":{\"code\":\"0xfd\"}},{\"number\":\"0x3e8\"}] | archive",
                "eth_call | [{\"to\":\"0x1\"},\"latest\",{\"0xaddr\":{\"code\":\"0xfd\"}},{\"number\":\"0x1\"}] | state",
                "eth_estimateGas | [{},\"latest\",{\"0xaddr\":{\"balance\":\"0x1\"}}] | state",
                "eth_createAccessList | [{},\"0x10\"] | archive",
                "debug_traceCall | [{},\"latest\",{\"tracer\":\"callTracer\",\"stateOverrides\":{\"0x1\":{\"nonce\":\"0x1\"}}}] | state",
                "debug_traceCall | [{},\"0x1\",{\"tracer\":\"callTracer\"}] | archive",
                "eth_simulateV1 | [{\"blockStateCalls\":[{\"blockOverrides\":{\"number\":\"0x1\"}}]},\"latest\"] | state",
            })
    void overrides_behind_the_block_are_no_blocks(String method, String params, String pool) throws Exception {
        pools = ThreePools.named();
        goes(method, params, pool);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[10,\"latest\",[10]] | state",
                "[\"0xa\",\"latest\",[10]] | state",
                "[\"0x400\",\"0x10\",[]] | archive",
                "[\"4\",\"pending\",null] | state",
                "[65,\"latest\",[]] | state",
                "[66,\"latest\",[]] | archive",
                "[1,\"0x3a8\",[]] | state",
                "[2,\"0x3a8\",[]] | archive",
                "[1024,\"latest\",[]] | archive",
            })
    void a_fee_history_is_as_old_as_its_oldest_block(String params, String pool) throws Exception {
        pools = ThreePools.named();
        goes("eth_feeHistory", params, pool);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "eth_getLogs | [{\"blockHash\":HASH,\"fromBlock\":\"0x1\",\"toBlock\":\"0x2\"}] | archive",
                "eth_getLogs | [{\"blockHash\":HASH}] | state",
                "eth_getLogs | [{}] | state",
                "eth_getLogs | [{\"fromBlock\":\"0x0\"}] | archive",
                "eth_getLogs | [{\"toBlock\":\"latest\"}] | state",
                "eth_getLogs | [{\"fromBlock\":\"latest\",\"toBlock\":\"latest\"}] | state",
                "eth_getLogs | [{\"fromBlock\":\"0x3e0\",\"toBlock\":\"0x3e8\"}] | state",
                "eth_getLogs | [{\"fromBlock\":\"0x20\",\"toBlock\":\"0x10\"}] | archive",
                "eth_getLogs | [{\"fromBlock\":\"0x3e8\",\"toBlock\":\"0x1\"}] | archive",
                "eth_newFilter | [{\"fromBlock\":\"0x20\",\"toBlock\":\"0x10\"}] | archive",
                "trace_filter | [{\"fromBlock\":\"0x1\",\"toBlock\":\"0x64\",\"toAddress\":[\"0x1\"],\"count\":1,\"after\":100}] | archive",
                "trace_filter | [{\"fromBlock\":\"0x3e0\",\"count\":1,\"after\":1}] | state",
                "trace_filter | [{\"fromBlock\":\"0x3e0\",\"toBlock\":\"0x41a\"}] | state",
                "trace_filter | [{\"toBlock\":\"0x3e8\"}] | archive",
            })
    void a_range_is_as_old_as_its_lowest_block(String method, String params, String pool) throws Exception {
        pools = ThreePools.named();
        goes(method, params, pool);
    }

    @ParameterizedTest
    @CsvSource({"safe,archive", "finalized,archive", "earliest,archive", "latest,state", "pending,state"})
    void tags_are_sent_on_as_they_are_written(String tag, String pool) throws Exception {
        pools = ThreePools.named();
        goes("eth_getBlockByNumber", "[\"" + tag + "\",false]", pool);
    }

    @Test
    void a_node_that_knows_no_safe_block_is_not_taken_for_one_without_the_state() throws Exception {
        String unknown = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-39001,\"message\":\"Unknown block\"}}";
        pools = ThreePools.of(body -> unknown);
        assertThat(pools.answer(call("eth_getBlockByNumber", "[\"latest\",false]")))
                .isEqualTo(unknown);
        assertThat(pools.asked()).isEqualTo(1);
    }
}
