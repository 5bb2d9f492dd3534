package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.BlockContext;
import io.ethryx.core.line.PoolReason;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BlockRuleTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            1000 | 64  | "0x3a8"   | WITHIN_WINDOW
            1000 | 64  | "0x3a7"   | OLDER_THAN_WINDOW
            1000 | 64  | "0x3a9"   | WITHIN_WINDOW
            1000 | 64  | "0x3e8"   | WITHIN_WINDOW
            1000 | 64  | "0x3e9"   | WITHIN_WINDOW
            1000 | 0   | "0x3e8"   | WITHIN_WINDOW
            1000 | 0   | "0x3e7"   | OLDER_THAN_WINDOW
            1000 | 128 | "0x368"   | WITHIN_WINDOW
            1000 | 128 | "0x367"   | OLDER_THAN_WINDOW
            10   | 64  | "0x0"     | WITHIN_WINDOW
            10   | 64  | "earliest" | WITHIN_WINDOW
            1000 | 64  | "earliest" | OLDER_THAN_WINDOW
            1000 | 64  | "0xffffffffffffffff"  | WITHIN_WINDOW
            1000 | 64  | "0x1ffffffffffffffff" | WITHIN_WINDOW
            9223372036854775807 | 64 | "0xffffffffffffffff" | WITHIN_WINDOW
            9223372036854775807 | 9223372036854775807 | "0x0" | WITHIN_WINDOW
            9000000000 | 64 | "0x1406f40" | OLDER_THAN_WINDOW
            1000 | 64  | "latest"  | RECENT_TAG
            1000 | 64  | "pending" | RECENT_TAG
            1000 | 64  | "safe"    | OLD_TAG
            1000 | 64  | "finalized" | OLD_TAG
            10   | 64  | "finalized" | OLD_TAG
            1000 | 64  | "Latest"  | MALFORMED_BLOCK
            1000 | 64  | -1        | MALFORMED_BLOCK
            1000 | 64  | HASH      | BLOCK_HASH
            -1   | 64  | "0x3e8"   | HEAD_UNKNOWN
            -1   | 64  | "earliest" | HEAD_UNKNOWN
            -1   | 64  | "latest"  | RECENT_TAG
            -1   | 64  | "pending" | RECENT_TAG
            -1   | 64  | "safe"    | OLD_TAG
            -1   | 64  | HASH      | BLOCK_HASH
            -1   | 64  | "Latest"  | MALFORMED_BLOCK
            """)
    void a_block_and_the_head_decide(long head, long window, String block, PoolReason reason) {
        assertThat(judge("eth_getBalance", "[\"0xaa\"," + block + "]", head, window))
                .isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            1000 | eth_getLogs    | [{"fromBlock":"0x3a8","toBlock":"latest"}] | WITHIN_WINDOW
            1000 | eth_getLogs    | [{"fromBlock":"0x3a7","toBlock":"latest"}] | OLDER_THAN_WINDOW
            1000 | eth_getLogs    | [{"fromBlock":"latest","toBlock":"0x3a7"}] | OLDER_THAN_WINDOW
            1000 | eth_getLogs    | [{"fromBlock":"latest","toBlock":"latest"}] | RECENT_TAG
            1000 | eth_getLogs    | [{}]                                       | RECENT_TAG
            1000 | eth_getLogs    | [{"fromBlock":"latest","toBlock":"finalized"}] | OLD_TAG
            -1   | eth_getLogs    | [{"fromBlock":"0x3a8"}]                    | HEAD_UNKNOWN
            -1   | eth_getLogs    | [{}]                                       | RECENT_TAG
            1000 | trace_filter   | [{"toBlock":"latest"}]                     | OLDER_THAN_WINDOW
            1000 | eth_feeHistory | [65,"latest"]                              | RECENT_TAG
            1000 | eth_feeHistory | [66,"latest"]                              | OLDER_THAN_WINDOW
            1000 | eth_feeHistory | [1024,"0x3e8"]                             | OLDER_THAN_WINDOW
            1000 | eth_feeHistory | [65,"0x3e8"]                               | WITHIN_WINDOW
            10   | eth_feeHistory | [1024,"latest"]                            | RECENT_TAG
            -1   | eth_feeHistory | [65,"latest"]                              | RECENT_TAG
            -1   | eth_feeHistory | [66,"latest"]                              | OLDER_THAN_WINDOW
            1000 | eth_chainId    | []                                         | NO_CONTEXT
            -1   | eth_chainId    | []                                         | NO_CONTEXT
            """)
    void the_lowest_height_of_a_range_decides(long head, String method, String params, PoolReason reason) {
        assertThat(judge(method, params, head, 64)).isEqualTo(reason);
    }

    private static PoolReason judge(String method, String params, long head, long window) {
        String hash = '"' + "0x" + "ab".repeat(32) + '"';
        BlockContext context =
                new BlockContextReader(MethodTable.standard()).of(Requests.call(method, params.replace("HASH", hash)));
        return BlockRule.judge(context, head, window);
    }
}
