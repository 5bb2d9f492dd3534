package io.ethryx.server.proxy;

import io.ethryx.server.fields.FieldLines;
import io.ethryx.server.fields.KnownField;

/** Whether a client waits for 100 before it sends its body (RFC 9110 section 10.1.1). */
final class Expectation {

    private Expectation() {}

    /** Whether {@code 100-continue} is among the expectations, on any line, in any case. */
    static boolean isContinue(FieldLines fields) {
        return fields.hasElement(KnownField.EXPECT, "100-continue");
    }
}
