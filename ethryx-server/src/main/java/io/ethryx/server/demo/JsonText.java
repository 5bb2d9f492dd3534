package io.ethryx.server.demo;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The little JSON that the simulated nodes write. */
final class JsonText {

    private JsonText() {}

    /** The text as a JSON string, quotes included. */
    static String quote(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    /** One {@code "name":value} of an object, the value being JSON already. */
    static String member(String name, String json) {
        return quote(name) + ':' + json;
    }

    /** One {@code "name":"value"} of an object. */
    static String text(String name, Object value) {
        return member(name, quote(value.toString()));
    }

    static String object(String... members) {
        return Stream.of(members).collect(Collectors.joining(",", "{", "}"));
    }

    static String array(Stream<String> elements) {
        return elements.collect(Collectors.joining(",", "[", "]"));
    }
}
