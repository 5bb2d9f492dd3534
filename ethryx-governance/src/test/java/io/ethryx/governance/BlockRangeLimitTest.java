package io.ethryx.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.core.BlockContext;
import io.ethryx.core.BlockEdge;
import io.ethryx.core.BlockTag;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcError;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Verdict;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class BlockRangeLimitTest {

    private static final long HEAD = 1_000;
    private static final Verdict TOO_OLD = new Verdict.Refused(ErrorCatalogue.outOfRange("recent_blocks 100"));
    private static final Verdict TOO_WIDE = new Verdict.Refused(ErrorCatalogue.outOfRange("max_range 50"));

    private static BlockRangeLimit limit(boolean rewrite) {
        return new BlockRangeLimit(new BlockRangeLimit.Settings(100, rewrite, true, 0));
    }

    private static BlockContext height(long height) {
        return new BlockContext.Height(height, 3, 5);
    }

    private static BlockContext tag(BlockTag tag) {
        return new BlockContext.Tag(tag, 3, 5);
    }

    private static BlockContext range(BlockEdge low, BlockEdge high) {
        return new BlockContext.Range(low, high, 3, 5);
    }

    private static Verdict judge(BlockRangeLimit limit, BlockContext context) {
        return limit.judge(new Calls().head(HEAD).about(context).method("eth_x"));
    }

    static Stream<Arguments> contexts() {
        return Stream.of(
                Arguments.of(height(900), true),
                Arguments.of(height(899), false),
                Arguments.of(height(0), false),
                Arguments.of(height(HEAD + 5), true),
                Arguments.of(height(Long.MAX_VALUE), true),
                Arguments.of(tag(BlockTag.EARLIEST), false),
                Arguments.of(tag(BlockTag.LATEST), true),
                Arguments.of(tag(BlockTag.PENDING), true),
                Arguments.of(tag(BlockTag.SAFE), true),
                Arguments.of(tag(BlockTag.FINALIZED), true),
                Arguments.of(new BlockContext.Malformed(3, 5), true),
                Arguments.of(new BlockContext.Hash(3, 5), true),
                Arguments.of(BlockContext.None.NONE, true),
                Arguments.of(range(BlockEdge.at(900), BlockEdge.at(BlockTag.LATEST)), true),
                Arguments.of(range(BlockEdge.at(899), BlockEdge.at(BlockTag.LATEST)), false),
                Arguments.of(range(BlockEdge.at(950), BlockEdge.at(899)), false),
                Arguments.of(range(BlockEdge.at(BlockTag.EARLIEST), BlockEdge.at(BlockTag.LATEST)), false),
                Arguments.of(range(BlockEdge.at(BlockTag.SAFE), BlockEdge.at(BlockTag.FINALIZED)), true),
                Arguments.of(range(new BlockEdge(BlockTag.LATEST, -100), BlockEdge.at(BlockTag.LATEST)), true),
                Arguments.of(range(new BlockEdge(BlockTag.LATEST, -101), BlockEdge.at(BlockTag.LATEST)), false));
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void only_numbers_and_earliest_can_be_too_old(BlockContext context, boolean admitted) {
        assertThat(judge(limit(false), context)).isEqualTo(admitted ? Verdict.ADMITTED : TOO_OLD);
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void nothing_is_too_old_while_the_head_is_unknown(BlockContext context, boolean ignored) {
        CallFacts facts = new Calls().about(context).method("eth_x");
        assertThat(limit(false).judge(facts)).isSameAs(Verdict.ADMITTED);
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void nought_recent_blocks_is_no_limit(BlockContext context, boolean ignored) {
        BlockRangeLimit none = new BlockRangeLimit(new BlockRangeLimit.Settings(0, false, true, 0));
        assertThat(judge(none, context)).isSameAs(Verdict.ADMITTED);
    }

    @Test
    void an_old_single_block_becomes_latest_in_place_where_that_is_wished() {
        String body = "{\"jsonrpc\":\"2.0\", \"id\":1,\"method\":\"eth_getBalance\",\"params\":[\"0xa\" , \"0x1\"]}";
        int from = body.indexOf("\"0x1\"");
        CallFacts facts = new Calls()
                .head(HEAD)
                .about(new BlockContext.Height(1, from, from + 5))
                .body(body);
        assertThat(Calls.sent(facts, limit(true).judge(facts)))
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\", \"id\":1,\"method\":\"eth_getBalance\",\"params\":[\"0xa\" , \"latest\"]}");
        assertThat(facts.context()).as("what the router goes by").isEqualTo(BlockContext.Tag.LATEST);
    }

    @Test
    void an_old_range_is_refused_all_the_same_and_so_is_an_old_block_that_stands_nowhere() {
        assertThat(judge(limit(true), range(BlockEdge.at(1), BlockEdge.at(2)))).isEqualTo(TOO_OLD);
        assertThat(judge(limit(true), new BlockContext.Height(1, RpcCall.ABSENT, RpcCall.ABSENT)))
                .isEqualTo(TOO_OLD);
    }

    @Test
    void a_block_by_hash_is_refused_unless_hashes_are_allowed() {
        BlockRangeLimit strict = new BlockRangeLimit(new BlockRangeLimit.Settings(0, true, false, 0));
        assertThat(judge(strict, new BlockContext.Hash(3, 5)))
                .isEqualTo(new Verdict.Refused(ErrorCatalogue.outOfRange("blocks by hash")));
    }

    @Test
    void a_range_may_be_so_wide_and_no_wider() {
        BlockRangeLimit narrow = new BlockRangeLimit(new BlockRangeLimit.Settings(0, false, true, 50));
        assertThat(judge(narrow, range(BlockEdge.at(10), BlockEdge.at(60)))).isSameAs(Verdict.ADMITTED);
        assertThat(judge(narrow, range(BlockEdge.at(10), BlockEdge.at(61)))).isEqualTo(TOO_WIDE);
        assertThat(judge(narrow, range(BlockEdge.at(0), BlockEdge.at(Long.MAX_VALUE))))
                .isEqualTo(TOO_WIDE);
        assertThat(judge(narrow, range(BlockEdge.at(940), BlockEdge.at(BlockTag.LATEST))))
                .isEqualTo(TOO_WIDE);
        assertThat(judge(narrow, range(BlockEdge.at(950), BlockEdge.at(BlockTag.LATEST))))
                .isSameAs(Verdict.ADMITTED);
        assertThat(judge(narrow, range(BlockEdge.at(0), BlockEdge.at(BlockTag.FINALIZED))))
                .isSameAs(Verdict.ADMITTED);
    }

    /** Field case 51. */
    @Test
    void a_range_turned_round_is_invalid_where_it_is_wide_and_else_the_nodes_to_judge() {
        BlockRangeLimit narrow = new BlockRangeLimit(new BlockRangeLimit.Settings(0, true, true, 50));
        assertThat(judge(narrow, range(BlockEdge.at(61), BlockEdge.at(10))))
                .isEqualTo(
                        new Verdict.Refused(new RpcError(200, -32602, "invalid params", "fromBlock is after toBlock")));
        assertThat(judge(narrow, range(BlockEdge.at(Long.MAX_VALUE), BlockEdge.at(0))))
                .isInstanceOf(Verdict.Refused.class);
        assertThat(judge(narrow, range(BlockEdge.at(60), BlockEdge.at(10)))).isSameAs(Verdict.ADMITTED);
        assertThat(judge(narrow, range(BlockEdge.at(BlockTag.LATEST), BlockEdge.at(10))))
                .isInstanceOf(Verdict.Refused.class);
    }

    @Test
    void limits_below_nought_are_none() {
        assertThatThrownBy(() -> new BlockRangeLimit.Settings(-1, false, false, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BlockRangeLimit.Settings(0, false, false, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
