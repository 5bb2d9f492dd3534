package io.ethryx.server.cli;

import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.config.UrlMask;
import java.util.Comparator;
import java.util.List;

/**
 * What is wrong with a command line, as one sentence.
 *
 * @param kind decides the exit code
 * @param sentence names flag or variable, value, rule and remedy; holds no secret
 */
record Fault(Kind kind, String sentence) {

    /** What a fault means for the exit code. */
    enum Kind {
        /** It can't be read: 2. */
        USAGE(2),
        /** It can be read, and is refused: 1. */
        REFUSAL(1);

        final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }
    }

    private static final int LONGEST_VALUE = 200;

    static Fault usage(String sentence) {
        return new Fault(Kind.USAGE, sentence);
    }

    /** An option that may stand once only. */
    static Fault repeated(String option) {
        return usage(option + " stands more than once but takes one value; leave one of them");
    }

    /** A value that a flag or variable gave and that breaks a rule. */
    static Fault of(Kind kind, String source, String value, InvalidSetting why) {
        return new Fault(kind, source + " " + quoted(value) + " " + why.rule() + "; " + why.remedy());
    }

    /** A text in quotes on one line, bounded, with what looks like a URL masked. */
    static String quoted(String value) {
        String shown = value.contains("://") || value.contains("@") ? UrlMask.of(value) : value;
        StringBuilder out = new StringBuilder("\"");
        shown.chars().limit(LONGEST_VALUE).forEach(c -> out.append(c < ' ' || c == 0x7f ? "?" : Character.toString(c)));
        return out.append(shown.length() > LONGEST_VALUE ? "…\"" : "\"").toString();
    }

    /** The faults that count: when something can't be read at all, refusals of the rest would be guesses. */
    static List<Fault> relevant(List<Fault> faults) {
        Kind worst =
                faults.stream().map(Fault::kind).min(Comparator.naturalOrder()).orElse(Kind.USAGE);
        return faults.stream().filter(fault -> fault.kind() == worst).toList();
    }
}
