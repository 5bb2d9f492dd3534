package io.ethryx.discovery;

/**
 * Something about a value that is not as it should be.
 *
 * @param grade how bad it is
 * @param member the member at fault, empty for the value as a whole
 * @param value what stands there, short
 * @param rule what has to stand there
 * @param remedy what to do about it
 */
record Flaw(Grade grade, String member, String value, String rule, String remedy) {

    /** How bad a flaw is, and for whom. */
    enum Grade {
        /** The value can't be used. */
        USELESS,
        /** A part of the value can't be used, and what is usual is taken in its place. */
        REPLACED,
        /** Nothing to complain about when a program wrote it; when a person did, it is likely a slip. */
        UNUSUAL
    }

    Fault in(String key, int line) {
        return new Fault(key, member, value, rule, remedy, line);
    }
}
