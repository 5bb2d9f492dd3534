package io.ethryx.discovery;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values between their text and maps that may be changed. */
final class ValueText {

    private ValueText() {}

    /**
     * The members of an object.
     *
     * @throws IllegalArgumentException if the text is no JSON object
     */
    static Map<String, @Nullable Object> object(String text) {
        try {
            return copy(JsonTree.parse(text.getBytes(StandardCharsets.UTF_8)), "the value");
        } catch (MalformedJsonException malformed) {
            throw new IllegalArgumentException("the value is no JSON: " + malformed.getMessage(), malformed);
        }
    }

    /** A copy of the object that stands there, or an empty one where nothing does. */
    static Map<String, @Nullable Object> object(Map<String, @Nullable Object> parent, String name) {
        Object value = parent.get(name);
        return value == null ? new LinkedHashMap<>() : copy(value, name);
    }

    /** A copy of the list of objects that stands there, or an empty one where nothing does. */
    static List<Map<String, @Nullable Object>> objects(Map<String, @Nullable Object> parent, String name) {
        List<Map<String, @Nullable Object>> copies = new ArrayList<>();
        Object value = parent.get(name);
        if (value instanceof List<?> elements) {
            elements.forEach(element -> copies.add(copy(element, name)));
        } else if (value != null) {
            throw new IllegalArgumentException(name + " is no list");
        }
        return copies;
    }

    private static Map<String, @Nullable Object> copy(@Nullable Object value, String name) {
        if (!(value instanceof Map<?, ?> members)) {
            throw new IllegalArgumentException(name + " is no JSON object");
        }
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        members.forEach((key, member) -> copy.put(String.valueOf(key), member));
        return copy;
    }
}
