package io.ethryx.core;

/**
 * Passes the numbers and words of a JSON text: RFC 8259, sections 3 and 6. Used by one thread, for text after text.
 */
final class ScalarScanner {

    private final ByteCursor cursor;
    private final ScanFault fault;

    ScalarScanner(ByteCursor cursor, ScanFault fault) {
        this.cursor = cursor;
        this.fault = fault;
    }

    /** Passes a number or a word of which the first byte was consumed. */
    boolean pass(int first) {
        return switch (first) {
            case 't' -> literal("rue");
            case 'f' -> literal("alse");
            case 'n' -> literal("ull");
            case '-' -> number(cursor.next());
            default -> number(first);
        };
    }

    private boolean literal(String rest) {
        for (int i = 0; i < rest.length(); i++) {
            int c = cursor.next();
            if (c != rest.charAt(i)) {
                return fault.unexpected(c);
            }
        }
        return true;
    }

    private boolean number(int first) {
        if (!isDigit(first)) {
            return fault.unexpected(first);
        }
        if (first != '0') {
            passDigits();
        }
        if (cursor.peek() == '.') {
            cursor.skip();
            if (!digits(cursor.next())) {
                return false;
            }
        }
        int exponent = cursor.peek();
        if (exponent != 'e' && exponent != 'E') {
            return true;
        }
        cursor.skip();
        int c = cursor.next();
        return digits(c == '+' || c == '-' ? cursor.next() : c);
    }

    private boolean digits(int first) {
        if (!isDigit(first)) {
            return fault.unexpected(first);
        }
        passDigits();
        return true;
    }

    private void passDigits() {
        while (isDigit(cursor.peek())) {
            cursor.skip();
        }
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
