package io.ethryx.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.line.Verdict;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NameCheckTest {

    @ParameterizedTest
    @CsvSource({"eth_call, true", "_x, true", "eth-call, false", "1eth, false", "'eth call', false", "ethé, false"})
    void by_default_a_name_is_letters_digits_and_underscores(String method, boolean allowed) {
        assertThat(new NameCheck(NameCheck.DEFAULT, null).allows(method)).isEqualTo(allowed);
    }

    @Test
    void the_denied_pattern_comes_first_and_is_searched_for() {
        NameCheck check = new NameCheck("eth", "admin|debug");
        assertThat(check.allows("my_eth_call")).isTrue();
        assertThat(check.allows("eth_debug_x")).isFalse();
        assertThat(check.allows("net_version")).isFalse();
    }

    @Test
    void a_misnamed_call_is_refused_with_the_catalogues_error() {
        NameCheck check = new NameCheck("^eth_", null);
        assertThat(check.judge(Calls.of("net_version"))).isEqualTo(new Verdict.Refused(ErrorCatalogue.DENIED));
        assertThat(check.judge(Calls.of("eth_call"))).isSameAs(Verdict.ADMITTED);
    }

    @Test
    @Timeout(20)
    void a_name_made_to_stall_the_matcher_is_refused() {
        String hostile = "a".repeat(5_000) + "!";
        assertThat(new NameCheck("^(a+)+$", null).allows(hostile)).isFalse();
        assertThat(new NameCheck("", "^(a+)+$").allows(hostile)).isFalse();
        assertThat(new NameCheck("^(a|b|c|(d(e)?))*$", null).allows("abcde".repeat(100_000) + "!"))
                .isFalse();
    }

    @Test
    void a_long_honest_name_is_matched_to_its_end() {
        assertThat(new NameCheck(NameCheck.DEFAULT, null).allows("a".repeat(1_000_000)))
                .isTrue();
    }

    @Test
    void answers_stay_right_when_more_names_come_than_are_kept() {
        NameCheck check = new NameCheck("[02468]$", null);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 5_000; i++) {
                assertThat(check.allows("m" + i)).isEqualTo(i % 2 == 0);
            }
        }
    }

    @Test
    void what_is_no_pattern_is_refused_at_once() {
        assertThatThrownBy(() -> new NameCheck("(", null)).isInstanceOf(PatternSyntaxException.class);
        assertThatThrownBy(() -> new NameCheck("x", "[")).isInstanceOf(PatternSyntaxException.class);
    }
}
