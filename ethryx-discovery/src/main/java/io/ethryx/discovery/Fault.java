package io.ethryx.discovery;

import java.util.Objects;

/**
 * What is wrong with one entry of a topology's source.
 *
 * @param key the key, as its source has it
 * @param member the member of the value that is at fault, empty for the value as a whole or the key itself
 * @param value the beginning of what stands there, on one line
 * @param rule what has to stand there
 * @param remedy what to do about it
 * @param line where the key stands in its file, from 1; 0 if it stands in none
 */
public record Fault(String key, String member, String value, String rule, String remedy, int line) {

    /**
     * Makes a fault.
     *
     * @param key see the record
     * @param member see the record
     * @param value see the record
     * @param rule see the record
     * @param remedy see the record
     * @param line see the record
     */
    public Fault {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(member, "member");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(remedy, "remedy");
    }

    /** {@return {@code KEY MEMBER: VALUE: rule; remedy}, without the line} */
    @Override
    public String toString() {
        return (member.isEmpty() ? key : key + ' ' + member) + ": " + value + ": " + rule + "; " + remedy;
    }
}
