package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    @ParameterizedTest
    @CsvSource({
        "0x10, 16",
        "0xff, 255",
        "0x0, 0",
        "ff, 255",
        "a, 10",
        "0xFf, 255",
        "0x671E0000, 1730019328",
        "0x0x10, 16",
        "0x0000000000000000000000001, 1",
        "0xffffffffffffffff, 18446744073709551615"
    })
    void hex_is_read_with_or_without_its_prefix(String text, String number) {
        assertThat(Quantity.ofHex(text)).map(Quantity::toString).contains(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0xZZ",
                "",
                "0x",
                "words",
                "0X10",
                " 0x10",
                "0x10 ",
                "+1",
                "-1",
                "0x10000000000000000",
                "1.5",
                "１"
            })
    void what_is_no_hex_is_nothing(String text) {
        assertThat(Quantity.ofHex(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"9412341, 9412341", "0, 0", "007, 7", "18446744073709551615, 18446744073709551615"})
    void decimals_are_read(String text, String number) {
        assertThat(Quantity.ofDecimal(text)).map(Quantity::toString).contains(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "words", "0x1", "ff", "-1", "+1", "1.0", "1e3", " 1", "18446744073709551616", "٣"})
    void what_is_no_decimal_is_nothing(String text) {
        assertThat(Quantity.ofDecimal(text)).isEmpty();
    }

    @Test
    void arithmetic_stops_at_both_ends() {
        long seed = 20260101;
        Random random = new Random(seed);
        for (int i = 0; i < 50_000; i++) {
            Quantity a = new Quantity(random.nextLong() >>> random.nextInt(64));
            Quantity b = new Quantity(random.nextLong() >>> random.nextInt(64));
            BigInteger x = new BigInteger(a.toString());
            BigInteger y = new BigInteger(b.toString());
            String what = "seed " + seed + ", round " + i + ": " + a + " and " + b;
            assertThat(a.plus(b)).as(what).hasToString(x.add(y).min(LIMIT).toString());
            assertThat(a.minus(b))
                    .as(what)
                    .hasToString(x.subtract(y).max(BigInteger.ZERO).toString());
            assertThat(a.times(b)).as(what).hasToString(x.multiply(y).min(LIMIT).toString());
            assertThat(a.toDouble()).as(what).isEqualTo(x.doubleValue());
            assertThat(a.compareTo(b)).as(what).isEqualTo(x.compareTo(y));
        }
    }

    @Test
    void the_greatest_numbers_are_not_negative() {
        assertThat(Quantity.MAX.toLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(new Quantity(7).toLong()).isEqualTo(7);
        assertThat(Quantity.MAX.toDouble()).isEqualTo(1.8446744073709552E19);
    }
}
