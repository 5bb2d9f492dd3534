package io.ethryx.server.metrics;

import io.undertow.util.HttpString;
import java.util.HashMap;
import java.util.Map;

/** The values of the {@code method} label: a client can't make new ones. */
enum MethodLabel {
    GET,
    POST,
    PUT,
    DELETE,
    OPTIONS,
    HEAD,
    PATCH,
    CONNECT,
    TRACE,
    OTHER;

    private static final Map<HttpString, MethodLabel> BY_NAME = new HashMap<>();

    static {
        for (MethodLabel label : values()) {
            if (label != OTHER) {
                BY_NAME.put(new HttpString(label.name()), label);
            }
        }
    }

    static MethodLabel of(HttpString method) {
        MethodLabel label = BY_NAME.get(method);
        // HttpString compares without regard to case; methods are case-sensitive (RFC 9110 section 9.1).
        return label != null && label.name().contentEquals(method.toString()) ? label : OTHER;
    }
}
