package io.ethryx.governance;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.Verdict;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Refuses methods by name. An entry is a whole name, or the beginning of one followed by {@code *}; letter case counts, as
 * it does in method names.
 *
 * <p>Immutable. A judgement costs one look-up and one comparison for each entry with a star, and allocates nothing.
 */
public final class DenyList implements Governor {

    /** What is denied where nobody says otherwise. */
    public static final List<String> DEFAULT = List.of("eth_newPendingTransactionFilter", "txpool_*");

    private static final Verdict.Refused REFUSED = new Verdict.Refused(ErrorCatalogue.DENIED);

    private final Set<String> names;
    private final String[] beginnings;

    private DenyList(Set<String> names, String[] beginnings) {
        this.names = names;
        this.beginnings = beginnings;
    }

    /**
     * A list of its entries.
     *
     * @param entries names, each perhaps ending in {@code *}; empty to deny nothing
     * @return the list
     * @throws IllegalArgumentException if an entry is blank or has a star before its end
     */
    public static DenyList of(Collection<String> entries) {
        entries.forEach(DenyList::check);
        return new DenyList(
                entries.stream().filter(entry -> !entry.endsWith("*")).collect(Collectors.toUnmodifiableSet()),
                entries.stream()
                        .filter(entry -> entry.endsWith("*"))
                        .map(entry -> entry.substring(0, entry.length() - 1))
                        .distinct()
                        .toArray(String[]::new));
    }

    private static void check(String entry) {
        int star = entry.indexOf('*');
        if (entry.isBlank() || (star >= 0 && star < entry.length() - 1)) {
            throw new IllegalArgumentException(
                    "'" + entry + "' is neither a method's name nor the beginning of one and *");
        }
    }

    @Override
    public Verdict judge(CallFacts facts) {
        return denies(facts.call().method()) ? REFUSED : Verdict.ADMITTED;
    }

    /**
     * Whether a method is denied.
     *
     * @param method its name
     * @return true if an entry is its name or a beginning of it
     */
    public boolean denies(String method) {
        if (names.contains(method)) {
            return true;
        }
        for (String beginning : beginnings) {
            if (method.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    /** {@return the entries with a star, then the whole names, for a report} */
    @Override
    public String toString() {
        return Arrays.stream(beginnings).map(beginning -> beginning + "*").toList() + " " + names;
    }
}
