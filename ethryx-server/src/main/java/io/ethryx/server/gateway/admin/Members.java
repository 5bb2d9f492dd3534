package io.ethryx.server.gateway.admin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The members of a call's JSON object, by name whatever its case. One that is null or not there is empty. */
final class Members {

    /** The body is no JSON object, or a member has the wrong type. */
    static final String INVALID = "invalid request format";

    /** An object without members. */
    static final Members NONE = new Members(Map.of(), INVALID);

    private final Map<String, @Nullable Object> members = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final String invalid;

    private Members(Map<?, ?> object, String invalid) {
        this.invalid = invalid;
        object.forEach((name, value) -> members.put(String.valueOf(name), value));
    }

    /** Reads a body. */
    static Members of(byte[] body) {
        return of(body, INVALID);
    }

    /** Reads the body of a call that says in words of its own that it can't be read. */
    static Members of(byte[] body, String invalid) {
        Object value;
        try {
            value = AdminJson.parse(body);
        } catch (IOException malformed) {
            throw AdminFault.bad(invalid, "the body is no JSON; send one JSON object");
        }
        if (!(value instanceof Map<?, ?> object)) {
            throw AdminFault.bad(invalid, "the body is no JSON object; send one");
        }
        return new Members(object, invalid);
    }

    /** A text without blanks around it; an empty one is none. */
    Optional<String> text(String name) {
        Object value = members.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof String text)) {
            throw wrong(name, value, "has to be a text");
        }
        return Optional.of(text.strip()).filter(stripped -> !stripped.isEmpty());
    }

    OptionalInt integer(String name) {
        Object value = members.get(name);
        if (value == null) {
            return OptionalInt.empty();
        }
        if (!(value instanceof Integer number)) {
            throw wrong(name, value, "has to be an integer");
        }
        return OptionalInt.of(number);
    }

    OptionalDouble number(String name) {
        Object value = members.get(name);
        if (value == null) {
            return OptionalDouble.empty();
        }
        if (!(value instanceof Number number) || !Double.isFinite(number.doubleValue())) {
            throw wrong(name, value, "has to be a number");
        }
        return OptionalDouble.of(number.doubleValue());
    }

    List<String> texts(String name) {
        Object value = members.get(name);
        if (value == null) {
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        if (value instanceof List<?> elements) {
            for (Object element : elements) {
                if (element instanceof String text) {
                    texts.add(text);
                }
            }
            if (texts.size() == elements.size()) {
                return texts;
            }
        }
        throw wrong(name, value, "has to be a list of texts");
    }

    private AdminFault wrong(String name, Object value, String rule) {
        return AdminFault.bad(invalid, name + ": " + shortened(value) + ": " + rule + "; correct or leave it out");
    }

    private static String shortened(Object value) {
        String text = String.valueOf(value);
        return text.length() > 80 ? text.substring(0, 80) + "…" : text;
    }
}
