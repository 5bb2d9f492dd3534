package io.ethryx.discovery;

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One JSON text (RFC 8259) as plain values: a {@link Map} in the order of writing, a {@link List}, a {@link String}, a
 * {@link Boolean}, a {@link JsonNumber}, or null. dsl-json reads strings and structure; what it takes too lightly is
 * checked here: repeated names, numbers, trailing bytes, depth, and what {@link JsonText} says.
 */
final class JsonTree {

    static final int MAX_DEPTH = 32;

    private static final DslJson<Object> DSL_JSON = new DslJson<>(new DslJson.Settings<>());
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private final byte[] text;
    private final JsonReader<Object> reader;
    private int depth;

    private JsonTree(byte[] text) {
        this.text = text;
        this.reader = DSL_JSON.newReader(text);
    }

    /**
     * Reads a text.
     *
     * @return its value, null for JSON's null
     * @throws MalformedJsonException saying what is wrong with it
     */
    static @Nullable Object parse(byte[] text) throws MalformedJsonException {
        JsonText.check(text);
        return new JsonTree(text).document();
    }

    private @Nullable Object document() throws MalformedJsonException {
        try {
            reader.getNextToken();
            Object value = value();
            for (int i = reader.getCurrentIndex(); i < text.length; i++) {
                if (text[i] > ' ' || text[i] < 0) {
                    throw new MalformedJsonException("trailing bytes at byte " + i);
                }
            }
            return value;
        } catch (IOException | RuntimeException unreadable) {
            throw new MalformedJsonException("not JSON near byte " + reader.getCurrentIndex(), unreadable);
        }
    }

    private @Nullable Object value() throws IOException, MalformedJsonException {
        return switch (reader.last()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> reader.readString();
            case 't' -> reader.wasTrue();
            case 'f' -> !reader.wasFalse();
            case 'n' -> {
                reader.wasNull();
                yield null;
            }
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object() throws IOException, MalformedJsonException {
        enter();
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        boolean more = reader.getNextToken() != '}';
        while (more) {
            String name = reader.readKey();
            if (members.containsKey(name)) {
                throw malformed("member \"" + Excerpt.of(name) + "\" repeated");
            }
            members.put(name, value());
            more = another('}');
        }
        depth--;
        return members;
    }

    private List<@Nullable Object> array() throws IOException, MalformedJsonException {
        enter();
        List<@Nullable Object> elements = new ArrayList<>();
        boolean more = reader.getNextToken() != ']';
        while (more) {
            elements.add(value());
            more = another(']');
        }
        depth--;
        return elements;
    }

    /** Whether a comma follows rather than the end. */
    private boolean another(char end) throws IOException, MalformedJsonException {
        int next = reader.getNextToken();
        if (next == ',') {
            reader.getNextToken();
            return true;
        }
        if (next != end) {
            throw malformed("not JSON");
        }
        return false;
    }

    private JsonNumber number() throws MalformedJsonException {
        int from = reader.scanNumber();
        String digits = new String(text, from, reader.getCurrentIndex() - from, StandardCharsets.US_ASCII).strip();
        if (!NUMBER.matcher(digits).matches()) {
            throw malformed("not JSON");
        }
        return new JsonNumber(digits);
    }

    private void enter() throws MalformedJsonException {
        if (++depth > MAX_DEPTH) {
            throw malformed("nesting deeper than " + MAX_DEPTH);
        }
    }

    private MalformedJsonException malformed(String what) {
        return new MalformedJsonException(what + " near byte " + reader.getCurrentIndex());
    }
}
