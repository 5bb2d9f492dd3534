package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HealthSettingsTest {

    @Test
    void the_defaults_are_the_sidecars() {
        HealthSettings defaults = HealthSettings.mainnet();
        assertThat(defaults.pollInterval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(defaults.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(defaults.thresholds()).isEqualTo(new HealthSettings.Thresholds(1, 1));
        assertThat(defaults.freshness())
                .isEqualTo(new HealthSettings.Freshness(false, Duration.ofSeconds(60), Duration.ofSeconds(60)));
        assertThat(defaults.slots()).isEqualTo(new SlotClock(1606824023, Duration.ofSeconds(12)));
    }

    @Test
    void every_fault_is_named_at_once() {
        Duration negative = Duration.ofSeconds(-1);
        assertThatThrownBy(() -> new HealthSettings(
                        Duration.ZERO,
                        negative,
                        new HealthSettings.Thresholds(0, -1),
                        new HealthSettings.Freshness(true, negative, Duration.ofDays(99_999)),
                        new SlotClock(-1, negative)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("""
                        pollInterval PT0S: must be over zero
                        timeout PT-1S: must not be negative
                        thresholds.failures 0: must be 1 or more
                        thresholds.successes -1: must be 1 or more
                        freshness.maxBlockAge PT-1S: must not be negative
                        freshness.maxSlotAge PT2399976H: must not be over a hundred years
                        slots.slotDuration PT-1S: must not be negative
                        slots.genesisSeconds -1: must be 0 (slot age off) or more""");
    }

    @Test
    void zeros_that_mean_something_are_taken() {
        assertThatCode(() -> new HealthSettings(
                        Duration.ofMillis(1),
                        Duration.ZERO,
                        new HealthSettings.Thresholds(1, 1),
                        new HealthSettings.Freshness(true, Duration.ZERO, Duration.ZERO),
                        new SlotClock(0, Duration.ZERO)))
                .doesNotThrowAnyException();
    }
}
