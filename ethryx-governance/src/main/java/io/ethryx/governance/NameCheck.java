package io.ethryx.governance;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.Verdict;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Refuses methods whose names do not look as they should: first those in which the denied pattern is found, then those in
 * which the allowed one is not. Patterns are searched for, so an unanchored one matches a part of the name.
 *
 * <p>Patterns are written as in RE2, and {@code $} is the very end of a name. A name that would keep the matcher busy is refused: matching stops after a number of steps that no reasonable pattern
 * needs. What was found out is kept for up to 1,024 names, so that a known name costs one look-up. Thread-safe.
 */
public final class NameCheck implements Governor {

    /** The pattern of ordinary names. */
    public static final String DEFAULT = "^[a-zA-Z_][a-zA-Z0-9_]*$";

    private static final Verdict.Refused REFUSED = new Verdict.Refused(ErrorCatalogue.DENIED);
    private static final int KEPT = 1_024;
    private static final int LONGEST_KEPT = 256;

    private final Pattern allowed;
    private final @Nullable Pattern denied;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();
    private final AtomicInteger room = new AtomicInteger(KEPT);

    /**
     * A check.
     *
     * @param allowed a regular expression that is found in good names
     * @param denied one that is found in bad names, or null for none
     * @throws PatternSyntaxException if one of them is none
     */
    public NameCheck(String allowed, @Nullable String denied) {
        this.allowed = NamePattern.compile(allowed);
        this.denied = denied == null ? null : NamePattern.compile(denied);
    }

    @Override
    public Verdict judge(CallFacts facts) {
        return allows(facts.call().method()) ? Verdict.ADMITTED : REFUSED;
    }

    /**
     * Whether a name looks as it should.
     *
     * @param method the name
     * @return false for one that took too long to match, too
     */
    public boolean allows(String method) {
        Boolean answer = known.get(method);
        return answer == null ? findOut(method) : answer;
    }

    private boolean findOut(String method) {
        boolean answer = (denied == null || !found(denied, method, true)) && found(allowed, method, false);
        if (method.length() <= LONGEST_KEPT && room.get() > 0 && room.getAndDecrement() > 0) {
            known.put(method, answer);
        }
        return answer;
    }

    private static boolean found(Pattern pattern, String method, boolean ifTooLong) {
        try {
            return pattern.matcher(new StepCounter(method)).find();
        } catch (StepCounter.TooManySteps | StackOverflowError e) {
            return ifTooLong;
        }
    }
}
