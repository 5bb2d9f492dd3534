package io.ethryx.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.LiveGateway;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cluster of the demonstration, its head at block 1000, and the gateway before it as the demonstration sets it up. */
class SimulatedClusterTest {

    private static final long HEAD = 1_000;
    private static final String ACCOUNT = "\"0x00000000000000000000000000000000000000aa\"";

    private final SimulatedNodes pair = SimulatedNodes.byHand(
            SimulatedChain.mainnetLike(PairUnderTest.NOW, HEAD), InstantSource.fixed(PairUnderTest.NOW));
    private final SimulatedCluster cluster = new SimulatedCluster(pair);
    private LiveGateway gateway;

    @BeforeEach
    void start() throws IOException {
        pair.start();
        cluster.start();
        gateway = LiveGateway.bind(DemoGatewaySettings.before(cluster, DemoPorts.beside(0)));
        assertThat(gateway.start()).isEmpty();
    }

    @AfterEach
    void stop() {
        gateway.close();
        cluster.close();
        pair.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "eth_getBalance | [ACCOUNT,\"latest\"]",
                "eth_getBalance | [ACCOUNT]",
                "eth_call | [{},\"0x369\"]",
                "eth_getLogs | [{}]",
                "eth_getBlockByNumber | [\"0x369\",false]",
                "eth_feeHistory | [\"0x10\",\"latest\",[]]",
            })
    void the_state_node_answers_about_the_last_128_blocks(String method, String params) throws Exception {
        assertThat(ask(cluster.stateNode().wsPort(), method, params)).contains("\"result\":");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "eth_getBalance | [ACCOUNT,\"0x368\"]",
                "eth_getBalance | [ACCOUNT,{\"blockNumber\":\"0x1\"}]",
                "eth_getBalance | [ACCOUNT,{\"blockHash\":\"HASH1\"}]",
                "eth_getBalance | [ACCOUNT,\"earliest\"]",
                "eth_call | [{},\"0x368\"]",
                "eth_getLogs | [{\"fromBlock\":\"0x1\"}]",
                "eth_getLogs | [{\"blockHash\":\"HASH1\"}]",
                "eth_getBlockByNumber | [\"0x368\",false]",
                "eth_getBlockByHash | [\"HASH1\",false]",
                "eth_feeHistory | [\"0x90\",\"latest\",[]]",
            })
    void and_says_of_older_ones_that_their_state_is_gone_where_the_archive_node_answers(String method, String params)
            throws Exception {
        assertThat(ask(cluster.stateNode().wsPort(), method, params)).contains("\"error\":{\"code\":-39006,");
        assertThat(ask(cluster.archiveNode().wsPort(), method, params)).contains("\"result\":");
    }

    @Test
    void a_block_that_is_not_there_yet_is_not_found_anywhere() throws Exception {
        for (int port :
                new int[] {cluster.stateNode().wsPort(), cluster.archiveNode().wsPort()}) {
            assertThat(ask(port, "eth_getBalance", "[ACCOUNT,\"0x3e9\"]")).contains("header not found");
        }
    }

    @Test
    void the_gateway_takes_a_call_about_the_head_to_the_state_node() throws Exception {
        assertThat(atTheGateway("eth_getBalance", "[ACCOUNT,\"latest\"]")).contains("\"result\":\"0xde0b6b3a7640000\"");
        assertThat(asked("eth_getBalance")).containsExactly(1, 0, 0);
    }

    @Test
    void one_about_an_old_block_to_the_archive_node() throws Exception {
        assertThat(atTheGateway("eth_getBalance", "[ACCOUNT,\"0x1\"]")).contains("\"result\":\"0xde0b6b3a7640000\"");
        assertThat(asked("eth_getBalance")).containsExactly(0, 1, 0);
    }

    @Test
    void one_about_an_old_hash_to_the_state_node_and_then_to_the_archive_node() throws Exception {
        assertThat(atTheGateway("eth_getBlockByHash", "[\"HASH1\",false]")).contains("\"number\":\"0x1\"");
        assertThat(asked("eth_getBlockByHash")).containsExactly(1, 1, 0);
    }

    @Test
    void and_a_trace_in_the_end_to_the_native_node() throws Exception {
        assertThat(atTheGateway("debug_traceBlockByNumber", "[\"latest\"]")).contains("\"structLogs\":[]");
        assertThat(asked("debug_traceBlockByNumber")).containsExactly(1, 0, 1);
    }

    @Test
    void the_cluster_s_head_is_the_pair_s_and_its_chain_the_gateway_s() throws Exception {
        pair.advanceSlot();
        assertThat(atTheGateway("eth_blockNumber", "[]")).contains("\"result\":\"0x3e9\"");
        assertThat(atTheGateway("eth_chainId", "[]")).contains("\"result\":\"0x1\"");
        assertThat(atTheGateway("web3_clientVersion", "[]")).contains("\"result\":\"EthryxSimulated/v1/state\"");
    }

    private long[] asked(String method) {
        return new long[] {
            cluster.stateNode().log().calls(method),
            cluster.archiveNode().log().calls(method),
            cluster.nativeNode().log().calls(method)
        };
    }

    private String atTheGateway(String method, String params) throws IOException {
        return ask(gateway.addresses().get(0).getPort(), method, params);
    }

    private String ask(int port, String method, String params) throws IOException {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":"
                + params.replace("ACCOUNT", ACCOUNT)
                        .replace("HASH1", pair.chain().blockHash(1)) + "}";
        try (RawClient client = RawClient.connect(port)) {
            client.send("POST /1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
            return client.readAnswer();
        }
    }
}
