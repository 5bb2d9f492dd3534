package io.ethryx.core;

import java.util.Random;
import java.util.function.Supplier;

/**
 * Writes well-formed JSON at random, with white space, escapes, odd numbers and characters of every length. No surrogates in
 * escapes: parsers differ on lone ones.
 */
final class RandomJson {

    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1",
        "-1",
        "203",
        "9007199254740993",
        "18446744073709551616",
        "1.5",
        "-0.25",
        "1e7",
        "1E+400",
        "2.50e-3",
        "123456789012345678901234567890.000"
    };
    private static final String[] PIECES = {
        "a",
        "eth_call",
        "0x1312d00",
        "latest",
        " ",
        "\\n",
        "\\\"",
        "\\\\",
        "\\/",
        "\\u0061",
        "\\u00e9",
        "é",
        "€",
        "𐍈",
        "\u007f",
        "method",
        "{",
        "]",
        ",",
        "0123456789abcdef0123456789abcdef"
    };

    private final Random random;

    RandomJson(Random random) {
        this.random = random;
    }

    String value(int depth) {
        int kind = random.nextInt(depth <= 0 ? 5 : 8);
        return switch (kind) {
            case 0 -> "null";
            case 1 -> random.nextBoolean() ? "true" : "false";
            case 2 -> number();
            case 3, 4 -> string();
            case 5, 6 -> array(depth);
            default -> object(depth, this::string);
        };
    }

    String array(int depth) {
        StringBuilder text = new StringBuilder("[").append(blank());
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",")
                    .append(blank())
                    .append(value(depth - 1))
                    .append(blank());
        }
        return text.append(']').toString();
    }

    String object(int depth, Supplier<String> names) {
        StringBuilder text = new StringBuilder("{").append(blank());
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",")
                    .append(blank())
                    .append(names.get())
                    .append(blank())
                    .append(':');
            text.append(blank()).append(value(depth - 1)).append(blank());
        }
        return text.append('}').toString();
    }

    /** Something like a call, of which about half are calls. */
    String callLike() {
        StringBuilder text = new StringBuilder("{");
        String comma = "";
        for (int i = 0; i < 4 + random.nextInt(2); i++) {
            String member = likely(random.nextInt(8) == 0 ? random.nextInt(4) : i % 4, random.nextInt(20) == 0);
            if (random.nextInt(20) != 0) {
                text.append(comma).append(blank()).append(member).append(blank());
                comma = ",";
            }
        }
        return text.append('}').toString();
    }

    /** A body: a call, a batch, or another text. */
    String body() {
        String blank = blank();
        int kind = random.nextInt(10);
        if (kind < 6) {
            return blank + callLike() + blank();
        }
        if (kind == 6) {
            return blank + value(5) + blank();
        }
        StringBuilder text = new StringBuilder(blank).append('[').append(blank());
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",")
                    .append(random.nextInt(5) == 0 ? value(2) : callLike())
                    .append(blank());
        }
        return text.append(']').append(blank()).toString();
    }

    private String likely(int member, boolean odd) {
        return switch (member) {
            case 0 -> "\"jsonrpc\":" + (odd ? value(1) : "\"2.0\"");
            case 1 -> (odd ? string() : "\"method\"") + blank() + ":" + blank() + (odd ? value(1) : string());
            case 2 -> (odd ? "\"PARAMS\"" : "\"params\"") + ":" + blank() + (odd ? value(2) : array(4));
            default -> "\"id\"" + blank() + ":" + (odd ? value(1) : random.nextBoolean() ? number() : string());
        };
    }

    private String number() {
        return NUMBERS[random.nextInt(NUMBERS.length)];
    }

    private String string() {
        StringBuilder text = new StringBuilder("\"");
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.append('"').toString();
    }

    private String blank() {
        int kind = random.nextInt(12);
        return kind == 0 ? " " : kind == 1 ? "\n\t" : kind == 2 ? "\r\n" : "";
    }
}
