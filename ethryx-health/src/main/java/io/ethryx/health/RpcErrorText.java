package io.ethryx.health;

import io.ethryx.core.JsonQuote;
import java.util.Map;
import java.util.TreeMap;

/** Prints a node's error object the way the documents show it: compact, members sorted. */
final class RpcErrorText {

    /** Longer ones are shown by their beginning, as they came. */
    private static final int MAX_SORTED_BYTES = 8192;

    private RpcErrorText() {}

    static String of(JsonValue error) throws MalformedJsonException {
        if (error.length() > MAX_SORTED_BYTES) {
            return "rpc error: " + error.excerpt();
        }
        StringBuilder out = new StringBuilder();
        append(out, error);
        return "rpc error: " + Excerpt.of(out.toString());
    }

    private static void append(StringBuilder out, JsonValue value) throws MalformedJsonException {
        switch (value.type()) {
            case OBJECT -> {
                String comma = "{";
                for (Map.Entry<String, JsonValue> member : new TreeMap<>(value.allMembers()).entrySet()) {
                    out.append(comma);
                    JsonQuote.append(out, member.getKey());
                    append(out.append(':'), member.getValue());
                    comma = ",";
                }
                out.append(comma.equals("{") ? "{}" : "}");
            }
            case ARRAY -> {
                String comma = "[";
                for (JsonValue element : value.elements(MAX_SORTED_BYTES).first()) {
                    append(out.append(comma), element);
                    comma = ",";
                }
                out.append(comma.equals("[") ? "[]" : "]");
            }
            case STRING -> JsonQuote.append(out, value.string());
            case NUMBER, BOOLEAN, NULL -> out.append(value.raw());
        }
    }
}
