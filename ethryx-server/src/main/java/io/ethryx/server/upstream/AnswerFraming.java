package io.ethryx.server.upstream;

import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import org.jspecify.annotations.Nullable;

/** Where an answer ends and whether its connection lives on (RFC 9112 §6.3, §9.3). */
final class AnswerFraming {

    static final long CHUNKED = -1;
    static final long UNTIL_CLOSE = -3;
    static final long AMBIGUOUS = -4;

    private AnswerFraming() {}

    /** The body's length, or one of the constants. */
    static long lengthOf(HeadParser head, boolean answersHead) {
        HeaderValues lengths = head.headers.get(Headers.CONTENT_LENGTH);
        HeaderValues codings = head.headers.get(Headers.TRANSFER_ENCODING);
        if (answersHead || head.status < 200 || head.status == 204 || head.status == 304) {
            return 0;
        }
        if (codings != null) {
            boolean chunked = codings.size() == 1
                    && "chunked".equalsIgnoreCase(codings.getFirst())
                    && lengths == null
                    && head.minorVersion >= 1;
            return chunked ? CHUNKED : AMBIGUOUS;
        }
        if (lengths == null) {
            return UNTIL_CLOSE;
        }
        return lengths.size() == 1 ? number(lengths.getFirst()) : AMBIGUOUS;
    }

    private static long number(String digits) {
        if (digits.isEmpty() || digits.length() > 18) {
            return AMBIGUOUS;
        }
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c < '0' || c > '9') {
                return AMBIGUOUS;
            }
            value = value * 10 + (c - '0');
        }
        return value;
    }

    static boolean keepsAlive(HeadParser head) {
        HeaderValues connection = head.headers.get(Headers.CONNECTION);
        if (head.minorVersion == 0) {
            return hasToken(connection, "keep-alive") && !hasToken(connection, "close");
        }
        return !hasToken(connection, "close");
    }

    private static boolean hasToken(@Nullable HeaderValues lines, String token) {
        if (lines != null) {
            for (int i = 0; i < lines.size(); i++) {
                if (hasToken(lines.get(i), token)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasToken(String list, String token) {
        int from = 0;
        while (from <= list.length()) {
            int comma = list.indexOf(',', from);
            int to = comma < 0 ? list.length() : comma;
            int end = to;
            while (from < end && isBlank(list.charAt(from))) {
                from++;
            }
            while (end > from && isBlank(list.charAt(end - 1))) {
                end--;
            }
            if (end - from == token.length() && list.regionMatches(true, from, token, 0, token.length())) {
                return true;
            }
            from = to + 1;
        }
        return false;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
