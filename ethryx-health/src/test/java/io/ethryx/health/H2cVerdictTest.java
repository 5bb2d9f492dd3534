package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class H2cVerdictTest {

    /**
     * A poll is written as what came of its first try and of its second: A answered, R refused, T timed out, - not made; a D
     * before it is HTTP_1_1_REQUIRED between the polls. What it leads to is written as the first mode tried, the mode after
     * it, and what was told: + speaks h2c, ! stopped, . never spoke, nothing.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "an EL that speaks h2c is believed silently           | A-,A-          | 22,22",
                "a refused preface switches at once                   | RA,A-          | 21.,11",
                "a timeout switches at once and h2c is tried 3 more   | TA,TA,TA,TA,A- | 21.,21,21,21,11",
                "a slow poll is no verdict                            | A-,TA,A-       | 22,21!,22+",
                "h2c at the third further try still counts            | TA,TA,TA,A-,A- | 21.,21,21,22+,22",
                "a refusal among the further tries ends them          | TA,RA,A-       | 21.,21,11",
                "an EL that stops is said to have stopped             | A-,RA          | 22,21!",
                "all down changes nothing                             | RR,TT,RT,TR    | 22,22,22,22",
                "all down while h1 is used changes nothing            | RA,RR,TT,A-    | 21.,11,11,11",
                "all down does not use up the further tries           | TA,RR,TT,TA,TA,TA,A- | 21.,21,21,21,21,21,11",
                "h1 fails and h2c answers                             | RA,RA,A-       | 21.,12+,22",
                "h1 times out and h2c answers                         | RA,TA,A-       | 21.,12+,22",
                "it stops again                                       | RA,RA,RA       | 21.,12+,21!",
                "HTTP_1_1_REQUIRED is looked into and confirmed       | A-,DA-,A-      | 22,11!,11",
                "HTTP_1_1_REQUIRED is looked into and denied          | A-,DRA,A-      | 22,12,22",
                "HTTP_1_1_REQUIRED while h1 is used means nothing     | RA,DA-         | 21.,11",
                "HTTP_1_1_REQUIRED of an EL that is down stays noted  | A-,DRR,A-      | 22,12,11!"
            })
    void outcomes_of_polls_lead_to_modes(String what, String polls, String expected) {
        H2cVerdict verdict = H2cVerdict.INITIAL;
        StringBuilder seen = new StringBuilder();
        for (String poll : polls.split(",", -1)) {
            String tries = poll;
            if (poll.startsWith("D")) {
                verdict = verdict.doubt();
                tries = poll.substring(1);
            }
            seen.append(seen.isEmpty() ? "" : ",").append(digit(verdict.firstTry()));
            H2cVerdict.Outcome outcome = verdict.after(attempt(tries.charAt(0)), attempt(tries.charAt(1)));
            verdict = outcome.verdict();
            seen.append(digit(verdict.mode()))
                    .append(outcome.change().map(H2cVerdictTest::mark).orElse(""));
        }
        assertThat(seen).as(what).hasToString(expected);
    }

    private static char digit(TransportMode mode) {
        return mode == TransportMode.HTTP_2 ? '2' : '1';
    }

    private static String mark(TransportSwitch change) {
        return switch (change) {
            case SPEAKS_H2C -> "+";
            case STOPPED_SPEAKING_H2C -> "!";
            case NEVER_SPOKE_H2C -> ".";
        };
    }

    private static H2cVerdict.Attempt attempt(char letter) {
        return switch (letter) {
            case 'A' -> H2cVerdict.Attempt.ANSWERED;
            case 'R' -> H2cVerdict.Attempt.REFUSED;
            case 'T' -> H2cVerdict.Attempt.TIMED_OUT;
            default -> H2cVerdict.Attempt.NOT_MADE;
        };
    }
}
