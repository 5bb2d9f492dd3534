package io.ethryx.server.testing;

import io.ethryx.server.fields.FieldLines;
import java.util.function.BiConsumer;

/** Field lines as texts, for tests to compare. */
public final class FieldTexts {

    private FieldTexts() {}

    /** Hands each line that is left to a receiver, name and value, in order. */
    public static void forEach(FieldLines lines, BiConsumer<String, String> receiver) {
        for (int line = 0; line < lines.size(); line++) {
            if (!lines.isDropped(line)) {
                receiver.accept(lines.name(line), lines.value(line));
            }
        }
    }
}
