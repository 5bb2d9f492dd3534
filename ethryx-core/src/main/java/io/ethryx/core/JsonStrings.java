package io.ethryx.core;

import java.nio.charset.StandardCharsets;

/** Reads the inside of JSON strings that were found well-formed. */
final class JsonStrings {

    private JsonStrings() {}

    /** The text of a string between its quotes, escapes resolved. A lone surrogate stays one. */
    static String unescaped(Body body, int from, int to) {
        String raw = new String(body.copy(from, to), StandardCharsets.UTF_8);
        int escape = raw.indexOf('\\');
        if (escape < 0) {
            return raw;
        }
        StringBuilder text = new StringBuilder(raw.length());
        int done = 0;
        while (escape >= 0) {
            text.append(raw, done, escape);
            char kind = raw.charAt(escape + 1);
            if (kind == 'u') {
                text.append((char) Integer.parseInt(raw, escape + 2, escape + 6, 16));
                done = escape + 6;
            } else {
                text.append(plain(kind));
                done = escape + 2;
            }
            escape = raw.indexOf('\\', done);
        }
        return text.append(raw, done, raw.length()).toString();
    }

    private static char plain(char kind) {
        return switch (kind) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> kind;
        };
    }
}
