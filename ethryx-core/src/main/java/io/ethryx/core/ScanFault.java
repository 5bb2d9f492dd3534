package io.ethryx.core;

import org.jspecify.annotations.Nullable;

/**
 * What was wrong with a text, and at which byte. Each method answers false, so that it can be returned at once. Used by one
 * thread, for text after text.
 */
final class ScanFault {

    private final ByteCursor cursor;
    private boolean endedEarly;
    private @Nullable String text;

    ScanFault(ByteCursor cursor) {
        this.cursor = cursor;
    }

    /** Forgets. */
    void clear() {
        endedEarly = false;
        text = null;
    }

    /** Whether nothing was wrong so far. */
    boolean none() {
        return text == null;
    }

    /** What was wrong is that the text ends. */
    boolean endedEarly() {
        return endedEarly;
    }

    /** What was wrong, and at which byte. */
    String text() {
        return text == null ? "no fault" : text;
    }

    /** The byte that was consumed last does not belong there. */
    boolean unexpected(int c) {
        if (c == ByteCursor.END) {
            return endsEarly();
        }
        return fail(c == 0xEF && cursor.position() == 1 ? "byte order mark" : "unexpected character");
    }

    /** The text ends before its value does. */
    boolean endsEarly() {
        endedEarly = true;
        text = cursor.position() == 0 ? "empty at byte 0" : "ends early at byte " + cursor.position();
        return false;
    }

    /** A fault at the byte that was consumed last. */
    boolean fail(String what) {
        return failAt(what, cursor.position() - 1);
    }

    /** A fault at a byte. */
    boolean failAt(String what, int position) {
        text = what + " at byte " + position;
        return false;
    }
}
