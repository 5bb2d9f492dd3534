package io.ethryx.server.metrics;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * The values of a page in text format 0.0.4 as people and scripts read them: {@code 1} for {@code 1.0}, {@code 21000000} for
 * {@code 2.1E7} (reference section 7).
 */
final class PlainNumbers {

    private PlainNumbers() {}

    /** The page, its samples' values rewritten; comments, labels and values that are no numbers as they are. */
    static byte[] of(byte[] page) {
        return new String(page, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.startsWith("#") ? line : sample(line))
                .collect(Collectors.joining("\n", "", "\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String sample(String line) {
        int value = line.lastIndexOf(' ') + 1;
        return line.substring(0, value) + plain(line.substring(value));
    }

    private static String plain(String value) {
        if (value.indexOf('.') < 0) {
            return value;
        }
        BigDecimal number = new BigDecimal(value);
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
