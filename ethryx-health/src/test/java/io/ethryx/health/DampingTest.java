package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DampingTest {

    /** Polls are + (good) and - (failing); verdicts are R and n. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, +-+-, RnRn",
        "1, 1, --++, nnRR",
        "3, 1, +--+---+, RRRRRRnR",
        "2, 1, +-+-+--, RRRRRRn",
        "1, 3, +++, nnR",
        "1, 2, ++-++, nRnnR",
        "1, 2, +-++, nnnR",
        "2, 2, ++--++, nRRnnR"
    })
    void the_verdict_changes_after_enough_polls_in_a_row(int failures, int successes, String polls, String verdicts) {
        HealthSettings.Thresholds thresholds = new HealthSettings.Thresholds(failures, successes);
        Damping damping = Damping.INITIAL;
        StringBuilder seen = new StringBuilder();
        for (int i = 0; i < polls.length(); i++) {
            damping = damping.after(polls.charAt(i) == '+', thresholds);
            seen.append(damping.ready() ? 'R' : 'n');
        }
        assertThat(seen).hasToString(verdicts);
    }

    @Test
    void between_polls_a_threshold_of_one_decides_at_once_and_a_higher_one_waits() {
        HealthSettings.Thresholds one = new HealthSettings.Thresholds(1, 1);
        HealthSettings.Thresholds two = new HealthSettings.Thresholds(2, 2);
        assertThat(new Damping(true, 0).verdict(false, one)).isFalse();
        assertThat(new Damping(false, 0).verdict(true, one)).isTrue();
        assertThat(new Damping(true, 0).verdict(false, two)).isTrue();
        assertThat(new Damping(false, 0).verdict(true, two)).isFalse();
    }
}
