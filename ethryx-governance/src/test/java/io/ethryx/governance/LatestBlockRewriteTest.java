package io.ethryx.governance;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LatestBlockRewriteTest {

    private final LatestBlockRewrite rewrite = new LatestBlockRewrite();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":\"x y\",\"method\":\"getLatestBlock\",\"params\":[]} | {\"jsonrpc\":\"2.0\",\"id\":\"x y\",\"method\":\"getBlockByHeight\",\"params\":[\"0x1312d00\"]}",
                "{\"params\":[1,{\"a\":2}],\"method\":\"getLatestBlock\",\"jsonrpc\":\"2.0\"} | {\"params\":[\"0x1312d00\"],\"method\":\"getBlockByHeight\",\"jsonrpc\":\"2.0\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"getLatestBlock\",\"extra\":7,\"id\":1} | {\"jsonrpc\":\"2.0\",\"method\":\"getBlockByHeight\",\"params\":[\"0x1312d00\"],\"extra\":7,\"id\":1}",
            })
    void it_becomes_the_block_of_the_head_and_every_other_byte_stays(String asked, String sent) {
        CallFacts facts = new Calls().head(20_000_000).body(asked);
        assertThat(Calls.sent(facts, rewrite.judge(facts))).isEqualTo(sent);
    }

    @Test
    void without_a_head_it_is_refused() {
        assertThat(rewrite.judge(Calls.of("getLatestBlock")))
                .isEqualTo(new Verdict.Refused(ErrorCatalogue.UNKNOWN_HEAD));
    }

    @Test
    void other_methods_are_let_through() {
        assertThat(rewrite.judge(Calls.of("eth_getBlockByNumber"))).isSameAs(Verdict.ADMITTED);
    }
}
