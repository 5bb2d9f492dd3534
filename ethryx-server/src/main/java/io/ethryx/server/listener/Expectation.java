package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldLines;
import io.ethryx.server.fields.KnownField;

/** Whether a client waits for 100 before it sends its body (RFC 9110 section 10.1.1). */
public final class Expectation {

    private Expectation() {}

    /**
     * Whether a client waits.
     *
     * @param fields those of its request
     * @return whether {@code 100-continue} is among the expectations, on any line, in any case
     */
    public static boolean isContinue(FieldLines fields) {
        return fields.hasElement(KnownField.EXPECT, "100-continue");
    }

    /**
     * Tells a client that waits to go on, where its body is wanted whatever it says. Nothing is expected any more then. To be
     * called before anything is answered.
     *
     * @param exchange the client's
     */
    public static void goOn(ClientExchange exchange) {
        FieldBlock fields = exchange.requestFields();
        if (fields.has(KnownField.EXPECT) && isContinue(fields)) {
            exchange.answer().sendInformational(100, new FieldBlock());
            fields.drop(KnownField.EXPECT);
        }
    }
}
