package io.ethryx.server.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that a mistyped one was likely meant to be. */
final class Nearest {

    private Nearest() {}

    /** The nearest of the names, if it is no further away than a third of the letters. */
    static Optional<String> of(String typed, Collection<String> names) {
        int most = Math.max(1, typed.length() / 3);
        return names.stream()
                .filter(name -> distance(typed, name) <= most)
                .min(Comparator.comparingInt(name -> distance(typed, name)));
    }

    /** Insertions, deletions and replacements that lead from one to the other. */
    private static int distance(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = above[0];
            above[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = above[j];
                above[j] = Math.min(replaced, 1 + Math.min(above[j], above[j - 1]));
            }
        }
        return above[b.length()];
    }
}
