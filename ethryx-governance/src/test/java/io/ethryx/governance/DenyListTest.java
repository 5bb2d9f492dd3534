package io.ethryx.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.line.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DenyListTest {

    @ParameterizedTest
    @CsvSource({
        "txpool_content, true",
        "txpool_, true",
        "txpool, false",
        "Txpool_content, false",
        "xtxpool_content, false",
        "eth_newPendingTransactionFilter, true",
        "eth_newPendingTransactionFilters, false",
        "eth_newPendingTransactionFilte, false",
        "eth_call, false",
    })
    void by_default_the_pool_of_transactions_is_denied(String method, boolean denied) {
        assertThat(DenyList.of(DenyList.DEFAULT).denies(method)).isEqualTo(denied);
    }

    @Test
    void a_denied_call_is_refused_with_the_catalogues_error() {
        assertThat(DenyList.of(List.of("eth_call")).judge(Calls.of("eth_call")))
                .isEqualTo(new Verdict.Refused(ErrorCatalogue.DENIED));
        assertThat(DenyList.of(List.of("eth_call")).judge(Calls.of("eth_getLogs")))
                .isSameAs(Verdict.ADMITTED);
    }

    @Test
    void a_star_alone_denies_everything_and_an_empty_list_nothing() {
        assertThat(DenyList.of(List.of("*")).denies("eth_call")).isTrue();
        assertThat(DenyList.of(List.of()).denies("eth_call")).isFalse();
    }

    @Test
    void a_name_that_was_written_with_escapes_is_denied_as_what_it_means() {
        assertThat(DenyList.of(List.of("txpool_*"))
                        .judge(new Calls().body("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\\u0074xpool_content\"}")))
                .isInstanceOf(Verdict.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "eth_*call", "**"})
    void an_entry_that_can_be_no_name_is_refused(String entry) {
        assertThatThrownBy(() -> DenyList.of(List.of(entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + entry + "'");
    }
}
