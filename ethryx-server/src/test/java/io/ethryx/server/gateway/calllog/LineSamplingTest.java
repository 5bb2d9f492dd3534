package io.ethryx.server.gateway.calllog;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.gateway.settings.GatewaySettings.Sampling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LineSamplingTest {

    private long now = Long.MAX_VALUE - 500_000_000;

    private int taken(LineSampling sampling, int lines) {
        int taken = 0;
        for (int i = 0; i < lines; i++) {
            taken += sampling.takes() ? 1 : 0;
        }
        return taken;
    }

    @ParameterizedTest
    @CsvSource({
        "true, 100, 100, 99, 99",
        "true, 100, 100, 100, 100",
        "true, 100, 100, 199, 100",
        "true, 100, 100, 200, 101",
        "true, 100, 100, 1000, 109",
        "true, 3, 0, 1000, 3",
        "true, 0, 10, 1000, 100",
        "true, 0, 0, 1000, 0",
        "true, 5, 1, 1000, 1000",
        "false, 0, 0, 1000, 1000",
    })
    void of_the_lines_of_a_second_the_first_are_taken_and_then_every_so_many_th(
            boolean enabled, int initial, int thereafter, int lines, int taken) {
        LineSampling sampling = new LineSampling(new Sampling(enabled, initial, thereafter), () -> now);
        assertThat(taken(sampling, lines)).isEqualTo(taken);
        now += 1_000_000_000;
        assertThat(taken(sampling, lines)).isEqualTo(taken);
    }

    @Test
    void a_second_is_one_even_where_the_ticker_overflows() {
        LineSampling sampling = new LineSampling(new Sampling(true, 2, 0), () -> now);
        assertThat(taken(sampling, 9)).isEqualTo(2);
        now += 999_999_999;
        assertThat(taken(sampling, 9)).isZero();
        now += 1;
        assertThat(taken(sampling, 9)).isEqualTo(2);
    }
}
