package io.ethryx.health;

import java.util.Optional;

/**
 * What one poll learned about one value. "Not known" is never a zero.
 *
 * @param <T> the value's type
 */
public sealed interface Reading<T> {

    /**
     * The value, if it is known.
     *
     * @return the value
     */
    default Optional<T> known() {
        return this instanceof Known<T> known ? Optional.of(known.value()) : Optional.empty();
    }

    /**
     * The node told.
     *
     * @param value what it told
     * @param <T> the value's type
     */
    record Known<T>(T value) implements Reading<T> {}

    /**
     * The node answered, but not with a number.
     *
     * @param raw what it said instead, cut to a bearable length
     * @param <T> the value's type
     */
    record Garbled<T>(String raw) implements Reading<T> {}

    /**
     * There is no answer.
     *
     * @param error the error text E of the specification, for instance {@code http 404 Not Found}
     * @param <T> the value's type
     */
    record Failed<T>(String error) implements Reading<T> {}
}
