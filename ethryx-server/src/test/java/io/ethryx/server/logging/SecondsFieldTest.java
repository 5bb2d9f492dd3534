package io.ethryx.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SecondsFieldTest {

    @Test
    void whole_seconds_are_an_integer_and_others_exact_to_the_millisecond() {
        assertThat(SecondsField.of(Duration.ofSeconds(10))).hasToString("10");
        assertThat(SecondsField.of(Duration.ZERO)).hasToString("0");
        assertThat(SecondsField.of(Duration.ofMillis(1500))).hasToString("1.5");
    }
}
