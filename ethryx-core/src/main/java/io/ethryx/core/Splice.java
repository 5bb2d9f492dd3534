package io.ethryx.core;

import java.util.Objects;

/**
 * A range of a body, and what stands there instead.
 *
 * @param from the first byte that goes
 * @param to behind the last byte that goes; equal to {@code from} to put something between
 * @param text what comes, written as UTF-8
 */
public record Splice(int from, int to, String text) {

    /**
     * Checks the range.
     *
     * @param from see the record
     * @param to see the record
     * @param text see the record
     * @throws IllegalArgumentException if the range is none
     */
    public Splice {
        Objects.requireNonNull(text, "text");
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("no range: " + from + " to " + to);
        }
    }
}
