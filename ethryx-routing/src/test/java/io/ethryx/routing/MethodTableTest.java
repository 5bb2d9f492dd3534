package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.core.BlockTag;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MethodTableTest {

    /** Every method of namespace eth in execution-apis, and those of debug. */
    private static final List<String> EXECUTION_APIS =
            List.of(("eth_accounts eth_baseFee eth_blobBaseFee eth_blockNumber eth_call eth_capabilities eth_chainId "
                            + "eth_coinbase eth_config eth_createAccessList eth_estimateGas eth_feeHistory "
                            + "eth_fillTransaction eth_gasPrice eth_getBalance eth_getBlockAccessList "
                            + "eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts "
                            + "eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber eth_getCode "
                            + "eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_getProof eth_getStorageAt "
                            + "eth_getStorageValues eth_getTransactionByBlockHashAndIndex "
                            + "eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash "
                            + "eth_getTransactionCount eth_getTransactionReceipt eth_maxPriorityFeePerGas "
                            + "eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter "
                            + "eth_sendRawTransaction eth_sendTransaction eth_sign eth_signTransaction "
                            + "eth_simulateV1 eth_syncing eth_uninstallFilter debug_getBadBlocks debug_getRawBlock "
                            + "debug_getRawBlockAccessList debug_getRawHeader debug_getRawReceipts "
                            + "debug_getRawTransaction debug_traceBlockByHash debug_traceBlockByNumber "
                            + "debug_traceTransaction")
                    .split(" ", -1));

    @Test
    void it_has_every_method_of_execution_apis() {
        assertThat(MethodTable.standard().methods()).containsAll(EXECUTION_APIS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eth_getMinerDataByBlockNumber",
                "eth_getMinerDataByBlockHash",
                "eth_getBlobSidecars",
                "eth_getHeaderByNumber",
                "eth_getUncleCountByBlockNumber",
                "reth_getBalanceChangesInBlock"
            })
    void it_has_what_single_nodes_serve_about_a_block(String method) {
        assertThat(MethodTable.standard().find(method))
                .isEqualTo(new BlockPosition(BlockPosition.Form.INDEX, 0, BlockPosition.NO_SECOND, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"eth_", "debug_", "trace_", "erigon_", "ots_", "arbtrace_"})
    void it_has_methods_of_each_namespace_that_take_a_block(String namespace) {
        MethodTable table = MethodTable.standard();
        assertThat(table.methods())
                .filteredOn(method -> method.startsWith(namespace))
                .anyMatch(method -> {
                    BlockPosition position = table.find(method);
                    return position != null && position.form() != BlockPosition.Form.NONE;
                });
    }

    @Test
    void a_method_that_nobody_knows_has_no_row() {
        assertThat(MethodTable.standard().find("eth_getbalance")).isNull();
        assertThat(MethodTable.standard().find("getBalance")).isNull();
    }

    @Test
    void a_row_is_read_as_it_is_written() throws IOException {
        MethodTable table = MethodTable.read(new BufferedReader(new StringReader("# a\n\n"
                + "a\tindex:2\tpending\tx\nb\trange:0\tearliest\tx\nc\trange:1,2\t-\tx\nd\thistory:0,1\t-\tx\ne\tnone\t-\tx\n"
                + "f\treference:1\t-\tx\n")));
        assertThat(table.find("a"))
                .isEqualTo(new BlockPosition(BlockPosition.Form.INDEX, 2, BlockPosition.NO_SECOND, BlockTag.PENDING));
        assertThat(table.find("b"))
                .isEqualTo(new BlockPosition(BlockPosition.Form.FILTER, 0, BlockPosition.NO_SECOND, BlockTag.EARLIEST));
        assertThat(table.find("c")).isEqualTo(BlockPosition.span(1, 2));
        assertThat(table.find("d")).isEqualTo(new BlockPosition(BlockPosition.Form.HISTORY, 0, 1, null));
        assertThat(table.find("e")).isEqualTo(BlockPosition.none());
        assertThat(table.find("f"))
                .isEqualTo(new BlockPosition(BlockPosition.Form.REFERENCE, 1, BlockPosition.NO_SECOND, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a index:1 latest x",
                "a\tindex\tlatest\tx",
                "a\tindex:\tlatest\tx",
                "a\tindex:-1\tlatest\tx",
                "a\tindex:1,2\tlatest\tx",
                "a\thistory:1\tlatest\tx",
                "a\tnone:1\t-\tx",
                "a\tindex:1\tnewest\tx",
                "a\tindex:1\tlatest",
                "a\tnone\t-\tx\na\tnone\t-\tx"
            })
    void a_row_that_is_none_is_refused(String row) {
        assertThatThrownBy(() -> MethodTable.read(new BufferedReader(new StringReader(row))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
