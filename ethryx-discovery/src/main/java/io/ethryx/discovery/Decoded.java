package io.ethryx.discovery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was made of a value.
 *
 * @param entry the entry, or null if the value is of no use
 * @param flaws all that was found, in the order of finding
 */
record Decoded(@Nullable Entry entry, List<Flaw> flaws) {

    Decoded {
        flaws = List.copyOf(flaws);
    }
}
