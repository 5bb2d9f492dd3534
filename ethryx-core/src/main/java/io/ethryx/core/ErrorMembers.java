package io.ethryx.core;

import org.jspecify.annotations.Nullable;

/** Reads the error object of an answer, member by member. Used by one thread, for error after error. */
final class ErrorMembers {

    /** An error that is no object, or whose code is no integer: there is no JSON-RPC error to be read in it. */
    static final AnswerError ODD =
            new AnswerError(ErrorCatalogue.INVALID_RESPONSE, "invalid response", "error unmarshal failed");

    /** So many bytes of a text are read. */
    private static final int MAX_TEXT = 1024;

    /** No shorter numeral is beyond 32 bits by its length. */
    private static final int MAX_CODE = "-2147483648".length();

    private static final long CODE = ShortText.word("code");
    private static final long MESSAGE = ShortText.word("message");
    private static final long DATA = ShortText.word("data");

    private final JsonScanner scanner;

    private Body body = Body.NONE;
    private int code;
    private String message = "";
    private @Nullable String data;
    private boolean odd;

    ErrorMembers(JsonScanner scanner) {
        this.scanner = scanner;
    }

    /** Reads the object whose opening brace was consumed; false for a fault. */
    boolean read(Body text) {
        body = text;
        code = 0;
        message = "";
        data = null;
        odd = false;
        boolean read = members();
        body = Body.NONE;
        return read;
    }

    AnswerError error() {
        return odd ? ODD : new AnswerError(code, message, data);
    }

    private boolean members() {
        boolean more = scanner.firstMember();
        while (more) {
            if (!member()) {
                return false;
            }
            more = scanner.nextMember();
        }
        return scanner.sound();
    }

    private boolean member() {
        long name = scanner.word();
        int c = scanner.token();
        int from = scanner.position() - 1;
        if (!scanner.value(c)) {
            return false;
        }
        if (name == CODE) {
            code = integer(from, scanner.position());
            odd = c != 'n' && !isInteger(from, scanner.position());
        } else if (name == MESSAGE && c == '"') {
            message = beginning();
        } else if (name == DATA && c == '"') {
            data = beginning();
        }
        return true;
    }

    /** 0 for what is no integer of 32 bits. */
    private int integer(int from, int to) {
        if (to - from > MAX_CODE) {
            return 0;
        }
        try {
            return Integer.parseInt(body.text(from, to));
        } catch (NumberFormatException otherNumber) {
            return 0;
        }
    }

    private boolean isInteger(int from, int to) {
        for (int at = from; at < to; at++) {
            byte b = body.at(at);
            if ((b < '0' || b > '9') && b != '-') {
                return false;
            }
        }
        return true;
    }

    /** The beginning of the string that was read last, cut before an escape that would be torn. */
    private String beginning() {
        int from = scanner.stringFrom();
        int to = scanner.stringTo();
        if (to - from > MAX_TEXT) {
            to = from + MAX_TEXT;
            for (int i = to - 1; i >= to - 6; i--) {
                if (body.at(i) == '\\') {
                    to = i;
                    while (to > from && body.at(to - 1) == '\\') {
                        to--;
                    }
                    break;
                }
            }
        }
        return JsonStrings.unescaped(body, from, to);
    }
}
