package io.ethryx.server.cli;

import io.ethryx.server.config.InvalidSetting;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the values of flags are read (reference section 1, decision S1). */
final class FlagParsers {

    /** Longer durations count as this one: it is for ever, and doesn't overflow when counted in nanoseconds. */
    static final Duration LONGEST = Duration.ofDays(36_500);

    private static final BigInteger MAX_UNSIGNED = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final Pattern SECONDS = Pattern.compile("\\+?[0-9]{1,20}");
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,20})(ms|s|m|h)");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,10})(B|KiB|MiB)?");
    private static final Pattern SEGMENT = Pattern.compile("(?:[A-Za-z0-9._~!$&'()*+;=:@-]|%[0-9A-Fa-f]{2})+");

    private FlagParsers() {}

    static boolean bool(String text) throws InvalidSetting {
        return choice(text, List.of("true", "false")).equals("true");
    }

    static String choice(String text, List<String> choices) throws InvalidSetting {
        if (!choices.contains(text)) {
            throw new InvalidSetting(
                    "is not one of " + String.join(", ", choices), "write one of these, in lower case");
        }
        return text;
    }

    static Duration duration(String text) throws InvalidSetting {
        if (SECONDS.matcher(text).matches()) {
            return seconds(text);
        }
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidSetting("is no duration", "write whole seconds such as 3, or 500ms, 2s, 1m, 1h");
        }
        long unitMillis = switch (matcher.group(2)) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "m" -> 60_000;
            default -> 3_600_000;
        };
        return bounded(new BigInteger(matcher.group(1)).multiply(BigInteger.valueOf(unitMillis)));
    }

    static Duration seconds(String text) throws InvalidSetting {
        return bounded(unsigned(text).multiply(BigInteger.valueOf(1_000)));
    }

    /** Unix seconds. */
    static long unixTime(String text) throws InvalidSetting {
        BigInteger value = unsigned(text);
        if (value.bitLength() > 63) {
            throw new InvalidSetting("is after the end of time", "write the genesis time in Unix seconds");
        }
        return value.longValueExact();
    }

    private static BigInteger unsigned(String text) throws InvalidSetting {
        BigInteger value = SECONDS.matcher(text).matches() ? new BigInteger(text) : BigInteger.valueOf(-1);
        if (value.signum() < 0 || value.compareTo(MAX_UNSIGNED) > 0) {
            throw new InvalidSetting("is no number of whole seconds", "write digits only, such as 60");
        }
        return value;
    }

    private static Duration bounded(BigInteger millis) {
        BigInteger longest = BigInteger.valueOf(LONGEST.toMillis());
        return Duration.ofMillis(millis.min(longest).longValueExact());
    }

    /** A count of at least one. */
    static int count(String text) throws InvalidSetting {
        boolean digits = SECONDS.matcher(text).matches();
        BigInteger value = digits ? new BigInteger(text) : BigInteger.ZERO;
        if (value.signum() <= 0 || value.bitLength() > 31) {
            throw new InvalidSetting("is no whole number from 1 to 2147483647", "write digits only, such as 3");
        }
        return value.intValueExact();
    }

    /** The size of a request head. */
    static int headSize(String text) throws InvalidSetting {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidSetting("is no size", "write bytes such as 131072, or 128KiB, 1MiB");
        }
        String unit = matcher.group(2);
        long unitBytes = unit == null || unit.equals("B") ? 1 : unit.equals("KiB") ? 1 << 10 : 1 << 20;
        long bytes = Long.parseLong(matcher.group(1)) * unitBytes;
        if (bytes < 1 << 10 || bytes > 16 << 20) {
            throw new InvalidSetting("is no size from 1KiB to 16MiB", "write a size such as 128KiB");
        }
        return (int) bytes;
    }

    /** A path segment, perhaps with the slash before it. */
    static String segment(String text) throws InvalidSetting {
        String segment = text.startsWith("/") ? text.substring(1) : text;
        if (!SEGMENT.matcher(segment).matches()) {
            throw new InvalidSetting("is no single path segment", "write a name such as grandine");
        }
        return segment;
    }

    static int port(String text) throws InvalidSetting {
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) > 65_535) {
            throw new InvalidSetting("is no port from 0 to 65535", "write a number such as 8547");
        }
        return Integer.parseInt(text);
    }

    /** A constant by its name in lower case. */
    static <E extends Enum<E>> E constant(String text, Class<E> type) throws InvalidSetting {
        List<String> names = List.of(type.getEnumConstants()).stream()
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
        return Enum.valueOf(type, choice(text, names).toUpperCase(Locale.ROOT));
    }
}
