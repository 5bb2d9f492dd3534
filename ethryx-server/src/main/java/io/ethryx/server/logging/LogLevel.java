package io.ethryx.server.logging;

import java.util.Locale;
import java.util.Optional;

/** How much is logged; each level includes those before it. */
public enum LogLevel {
    /** Nothing. */
    OFF,
    /** Failures that need a person. */
    ERROR,
    /** What may need a person. */
    WARN,
    /** What happens seldom and matters. */
    INFO,
    /** What helps to find a fault. */
    DEBUG,
    /** Everything. */
    TRACE;

    /** A directive's level: a name in any case, or 0 (off) to 5 (trace). */
    static Optional<LogLevel> ofDirective(String text) {
        if (text.length() == 1 && text.charAt(0) >= '0' && text.charAt(0) <= '5') {
            return Optional.of(values()[text.charAt(0) - '0']);
        }
        String name = text.toUpperCase(Locale.ROOT);
        for (LogLevel level : values()) {
            if (level.name().equals(name)) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }
}
