package io.ethryx.server.demo;

import io.ethryx.core.JsonQuote;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The little JSON that the simulated nodes write. */
final class JsonText {

    private JsonText() {}

    /** The text as a JSON string, quotes included. */
    static String quote(String text) {
        return JsonQuote.of(text);
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
