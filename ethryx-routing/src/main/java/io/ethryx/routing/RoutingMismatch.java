package io.ethryx.routing;

/**
 * An expectation that was not fulfilled.
 *
 * @param name the expectation's name
 * @param member what differs: {@code request}, {@code chain}, {@code pool}, {@code node}, {@code verdict} or {@code reason}
 * @param expected what was expected
 * @param got what came instead
 */
public record RoutingMismatch(String name, String member, String expected, String got) {

    /** {@return one line} */
    @Override
    public String toString() {
        return name + ": " + member + ": expected " + expected + ", got " + got;
    }
}
