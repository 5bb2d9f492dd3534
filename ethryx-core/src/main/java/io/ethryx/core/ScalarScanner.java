package io.ethryx.core;

/**
 * Passes the numbers and words of a JSON text: RFC 8259, sections 3 and 6. Used by one thread, for text after text; it is
 * handed the cursor as {@link StringScanner} is.
 */
final class ScalarScanner {

    private final ScanFault fault;

    ScalarScanner(ScanFault fault) {
        this.fault = fault;
    }

    /** Passes a number or a word of which the first byte was consumed. */
    boolean pass(ByteCursor cursor, int first) {
        return switch (first) {
            case 't' -> literal(cursor, "rue");
            case 'f' -> literal(cursor, "alse");
            case 'n' -> literal(cursor, "ull");
            case '-' -> number(cursor, cursor.next());
            default -> number(cursor, first);
        };
    }

    private boolean literal(ByteCursor cursor, String rest) {
        for (int i = 0; i < rest.length(); i++) {
            int c = cursor.next();
            if (c != rest.charAt(i)) {
                return fault.unexpected(c);
            }
        }
        return true;
    }

    private boolean number(ByteCursor cursor, int first) {
        if (!isDigit(first)) {
            return fault.unexpected(first);
        }
        int c = first == '0' ? cursor.peek() : behindDigits(cursor);
        if (c == '.') {
            cursor.skip();
            if (!digits(cursor, cursor.next())) {
                return false;
            }
            c = cursor.peek();
        }
        return (c != 'e' && c != 'E') || exponent(cursor);
    }

    private boolean exponent(ByteCursor cursor) {
        cursor.skip();
        int c = cursor.next();
        return digits(cursor, c == '+' || c == '-' ? cursor.next() : c);
    }

    private boolean digits(ByteCursor cursor, int first) {
        if (!isDigit(first)) {
            return fault.unexpected(first);
        }
        behindDigits(cursor);
        return true;
    }

    /** The byte behind more digits, or none, not consumed. */
    private int behindDigits(ByteCursor cursor) {
        int c = cursor.peek();
        while (isDigit(c)) {
            cursor.skip();
            c = cursor.peek();
        }
        return c;
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
