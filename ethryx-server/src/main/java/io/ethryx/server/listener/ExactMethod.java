package io.ethryx.server.listener;

import io.undertow.util.HttpString;

/** Tells methods apart as HTTP does, by case (RFC 9110 section 9.1); the strings that hold them are equal without. */
public final class ExactMethod {

    private ExactMethod() {}

    /**
     * Whether a request has a method.
     *
     * @param exchange the request
     * @param method one of the constants
     * @return false for a spelling in other letters
     */
    public static boolean is(ClientExchange exchange, HttpString method) {
        HttpString asked = exchange.method();
        return asked.equals(method) && asked.toString().equals(method.toString());
    }
}
