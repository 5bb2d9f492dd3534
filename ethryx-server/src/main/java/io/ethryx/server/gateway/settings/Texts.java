package io.ethryx.server.gateway.settings;

import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.yaml.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How single values of the file are read. */
final class Texts {

    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final Pattern NUMBER =
            Pattern.compile("[-+]?(0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|[0-9][0-9_]*)");
    private static final Pattern DURATION_PART = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)(ns|us|µs|ms|s|m|h)");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,15})\\s*(B|KiB|MiB|GiB)?");
    private static final Pattern ORIGIN =
            Pattern.compile("[a-z][a-z0-9+.-]*://(\\[[0-9a-f:.]+\\]|[a-z0-9_.-]+)(:[0-9]{1,5})?");
    private static final Map<String, BigDecimal> UNIT_NANOS = Map.of(
            "ns", BigDecimal.ONE,
            "us", BigDecimal.valueOf(1_000),
            "µs", BigDecimal.valueOf(1_000),
            "ms", BigDecimal.valueOf(1_000_000),
            "s", BigDecimal.valueOf(1_000_000_000),
            "m", BigDecimal.valueOf(60_000_000_000L),
            "h", BigDecimal.valueOf(3_600_000_000_000L));

    private Texts() {}

    /** A text with something in it. */
    static String filled(String text) throws InvalidSetting {
        if (text.isBlank()) {
            throw new InvalidSetting("is empty", "write a value or leave the key out");
        }
        return text;
    }

    /** YAML 1.2's booleans, and those of 1.1 that the replaced program took. */
    static boolean bool(String text) throws InvalidSetting {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "y" -> true;
            case "false", "no", "off", "n" -> false;
            default -> throw new InvalidSetting("is no boolean", "write true or false");
        };
    }

    /** Milliseconds, which the replaced program takes without a unit. */
    static long millis(String text) throws InvalidSetting {
        return unit(text, "milliseconds", "5000 for 5 seconds");
    }

    /** Seconds, which the replaced program takes without a unit. */
    static long seconds(String text) throws InvalidSetting {
        return unit(text, "seconds", "5");
    }

    private static long unit(String text, String unit, String example) throws InvalidSetting {
        try {
            return whole(0, Integer.MAX_VALUE).parse(text);
        } catch (InvalidSetting e) {
            throw new InvalidSetting(e.rule(), "write " + unit + " as digits only, such as " + example);
        }
    }

    static Value.Parser<Long> whole(long least, long most) {
        return text -> {
            BigInteger number = number(text);
            if (number.compareTo(BigInteger.valueOf(least)) < 0 || number.compareTo(BigInteger.valueOf(most)) > 0) {
                throw new InvalidSetting(
                        most == Long.MAX_VALUE ? "is less than " + least : "is not between " + least + " and " + most,
                        "write a whole number in that range");
            }
            return number.longValue();
        };
    }

    private static BigInteger number(String text) throws InvalidSetting {
        if (!NUMBER.matcher(text).matches()) {
            throw new InvalidSetting("is no whole number", "write digits only, such as 100");
        }
        boolean negative = text.startsWith("-");
        String digits = text.replaceAll("[-+_]", "").toLowerCase(Locale.ROOT);
        int radix = digits.startsWith("0x") ? 16 : digits.startsWith("0o") ? 8 : digits.startsWith("0b") ? 2 : 10;
        String bare = radix == 10 ? digits : digits.substring(2);
        if (bare.isEmpty()) {
            throw new InvalidSetting("is no whole number", "write digits only, such as 100");
        }
        BigInteger number = new BigInteger(bare, radix);
        return negative ? number.negate() : number;
    }

    static Value.Parser<Double> share() {
        return text -> {
            double value = decimal(text);
            if (value > 1) {
                throw new InvalidSetting("is more than 1", "write a share from 0 to 1, such as 0.1");
            }
            return value;
        };
    }

    /** A finite number of 0 or more. */
    static double decimal(String text) throws InvalidSetting {
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new InvalidSetting("is no number", "write a number such as 2.5");
        }
        if (!Double.isFinite(value) || value < 0) {
            throw new InvalidSetting("is not a finite number of 0 or more", "write a number such as 2.5");
        }
        return value;
    }

    /** A duration with units; a bare number is whole seconds (decision S1). */
    static Duration duration(String text) throws InvalidSetting {
        return duration(text, "s");
    }

    /** A duration with units; a bare number is in the given one. */
    static Duration duration(String text, String bareUnit) throws InvalidSetting {
        String written = text.matches("[0-9]{1,18}") ? text + bareUnit : text;
        Matcher part = DURATION_PART.matcher(written);
        BigDecimal nanos = BigDecimal.ZERO;
        int at = 0;
        while (part.find() && part.start() == at) {
            nanos = nanos.add(
                    new BigDecimal(part.group(1)).multiply(UNIT_NANOS.getOrDefault(part.group(2), BigDecimal.ONE)));
            at = part.end();
        }
        if (at == 0 || at != written.length()) {
            throw new InvalidSetting("is no duration", "write it with a unit, such as 500ms, 5s or 1m30s");
        }
        BigInteger whole = nanos.toBigInteger();
        return whole.bitLength() > 62 ? LONGEST : Duration.ofNanos(whole.longValue());
    }

    /** Bytes, perhaps with KiB, MiB or GiB. */
    static long size(String text) throws InvalidSetting {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidSetting("is no size", "write bytes, or a number with KiB, MiB or GiB");
        }
        String unit = matcher.group(2) == null ? "B" : matcher.group(2);
        int shift = List.of("B", "KiB", "MiB", "GiB").indexOf(unit) * 10;
        return Long.parseLong(matcher.group(1)) << Math.min(shift, 30);
    }

    /** A size that something fits into. */
    static long someBytes(String text) throws InvalidSetting {
        long size = size(text);
        if (size == 0) {
            throw new InvalidSetting("has room for nothing", "write a size above zero, such as 4MiB");
        }
        return size;
    }

    /** An origin as a browser sends it, or {@code *} for all. */
    static String origin(String text) throws InvalidSetting {
        if (!text.equals("*") && !ORIGIN.matcher(text).matches()) {
            throw new InvalidSetting(
                    "is no origin", "write scheme, host and perhaps port in small letters: https://app.example");
        }
        return text;
    }

    static <E extends Enum<E>> Value.Parser<E> choice(Class<E> type) {
        return text -> {
            for (E constant : type.getEnumConstants()) {
                if (constant.name().equalsIgnoreCase(text)) {
                    return constant;
                }
            }
            StringBuilder names = new StringBuilder();
            for (E constant : type.getEnumConstants()) {
                names.append(names.length() == 0 ? "" : ", ")
                        .append(constant.name().toLowerCase(Locale.ROOT));
            }
            throw new InvalidSetting("is not one of " + names, "write one of these");
        };
    }
}
