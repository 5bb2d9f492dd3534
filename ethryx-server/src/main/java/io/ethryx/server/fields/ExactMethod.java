package io.ethryx.server.fields;

import io.undertow.util.HttpString;

/**
 * Compares methods as RFC 9110 section 9.1 has it, with regard to case: {@code head} is some other method, and its answer has
 * a body. {@link HttpString} by itself compares without. Stateless; allocates nothing on the request path.
 */
public final class ExactMethod {

    private ExactMethod() {}

    /**
     * Whether a method is a certain one.
     *
     * @param method as it was sent
     * @param known what it may be, such as {@code Methods.HEAD}
     * @return true if they are alike to the letter
     */
    public static boolean is(HttpString method, HttpString known) {
        return method.toString().equals(known.toString());
    }
}
