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
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @Timeout(20)
    @ValueSource(
            strings = {
                "^(a+)+$",
                "^(a*)*$",
                "^(a|aa)+$",
                "^(a|a?)+$",
                "^([a-z]+)*$",
                "^(.*)*$x",
                "^(a+)+(a+)+(a+)+$",
                "^((a+)(a*))+$",
                "(x+x+)+y|^(a+a+)+$",
                "^(?:a?){64}(?:a){64}b$",
                "^(a+)\\1*\\1*\\1*$",
                "^(?=(a+)+$)b",
                "^(.?){40}(.?){40}(.?){40}b$",
                "(.*a){24}b",
            })
    void no_name_keeps_the_matcher_busy_whatever_the_pattern(String pattern) {
        for (int length : new int[] {40, 400, 100_000}) {
            String hostile = "a".repeat(length) + "!";
            assertThat(new NameCheck("", pattern).allows(hostile) && new NameCheck(pattern, null).allows(hostile))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eth_call\n",
                "eth_call\r",
                "eth_call\r\n",
                "eth_call\u0085",
                "eth_call\u2028",
                "\neth_call",
                "eth_call\u0000"
            })
    void a_name_does_not_end_before_a_line_feed(String name) {
        assertThat(new NameCheck(NameCheck.DEFAULT, null).allows(name)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "^[[:alpha:]_]+$, eth_call, true",
        "^[[:alpha:]_]+$, eth1, false",
        "^[[:^digit:]]+$, eth_call, true",
        "^[[:^digit:]]+$, eth1, false",
        "^(?P<ns>eth|net)_, eth_call, true",
        "^(?P<ns>eth|net)_, web3_x, false",
        "^\\Qa$b\\E$, a$b, true",
        "^[a$]+$, a$, true",
        "^a\\$$, a$, true",
        "(?i)^ETH_, eth_call, true",
        "^[a&&b]+$, a&b, true",
        "^[[a]+$, [a, true",
        "^[]a]+$, ]a, true",
        "^[^]a]+$, bc, true",
        "^[^]a]+$, b], false",
        "(?m)^b$, 'a\nb\nc', true",
        "^b$, 'a\nb\nc', false",
    })
    void a_pattern_means_what_it_means_in_re2(String pattern, String name, boolean allowed) {
        assertThat(new NameCheck(pattern, null).allows(name.replace("\\n", "\n")))
                .isEqualTo(allowed);
    }

    @Test
    void a_long_honest_name_is_matched_to_its_end_and_one_that_is_no_name_any_more_is_refused() {
        NameCheck check = new NameCheck(NameCheck.DEFAULT, "^admin_|debug");
        assertThat(check.allows("a".repeat(2_000))).isTrue();
        assertThat(check.allows("a".repeat(2_000) + "!")).isFalse();
        assertThat(check.allows("a".repeat(1_000_000))).isFalse();
    }

    /** However long a hostile name is, and however many of them come together. */
    @Test
    @Timeout(20)
    void a_body_full_of_hostile_names_costs_a_bounded_time() {
        NameCheck check = new NameCheck(NameCheck.DEFAULT, "^(a+)+$|^(b|b?)+$");
        for (int i = 0; i < 1_000; i++) {
            assertThat(check.allows("a".repeat(4_000) + i + "!")).isFalse();
            assertThat(check.allows("b".repeat(30) + i + "!")).isFalse();
        }
        assertThat(check.allows("a".repeat(4_000_000) + "!")).isFalse();
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
        assertThatThrownBy(() -> new NameCheck("[[:letter:]]", null)).hasMessageContaining("letter");
    }
}
