package io.ethryx.server.demo;

import java.util.List;
import java.util.Map;

/**
 * A JSON value that remembers how it was written.
 *
 * @param kind what it is
 * @param raw the value exactly as it stood in the document
 * @param text the characters of a string, empty for all else
 * @param members of an object, the last of equal names; empty for all else
 * @param elements of an array; empty for all else
 */
record JsonValue(Kind kind, String raw, String text, Map<String, JsonValue> members, List<JsonValue> elements) {

    enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        BOOLEAN,
        NULL
    }

    boolean is(Kind other) {
        return kind == other;
    }
}
