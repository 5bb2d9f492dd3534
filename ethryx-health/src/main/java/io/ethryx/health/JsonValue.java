package io.ethryx.health;

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One value of an answer, read one level at a time, so that what nobody asks for costs nothing but its bytes. The text is
 * checked once, whole, before anything is read out of it.
 */
final class JsonValue {

    /** JSON's types. */
    enum Type {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        BOOLEAN,
        NULL
    }

    /**
     * Elements of an array.
     *
     * @param first the first few
     * @param count how many there are in all
     */
    record Elements(List<JsonValue> first, int count) {}

    private static final DslJson<Object> DSL_JSON = new DslJson<>(new DslJson.Settings<>());

    /** The value's text, without blanks around it. */
    private final byte[] json;

    private JsonValue(byte[] json) {
        this.json = json;
    }

    static JsonValue parse(byte[] text) throws MalformedJsonException {
        StrictJson.check(text);
        return slice(text, 0, text.length);
    }

    private static JsonValue slice(byte[] text, int from, int to) {
        int start = from;
        int end = to;
        while (text[start] <= ' ' && text[start] >= 0) {
            start++;
        }
        while (text[end - 1] <= ' ' && text[end - 1] >= 0) {
            end--;
        }
        return new JsonValue(start == 0 && end == text.length ? text : Arrays.copyOfRange(text, start, end));
    }

    Type type() {
        return switch (json[0]) {
            case '{' -> Type.OBJECT;
            case '[' -> Type.ARRAY;
            case '"' -> Type.STRING;
            case 't', 'f' -> Type.BOOLEAN;
            case 'n' -> Type.NULL;
            default -> Type.NUMBER;
        };
    }

    boolean isTrue() {
        return json[0] == 't';
    }

    /** The text as it came. */
    String raw() {
        return new String(json, StandardCharsets.UTF_8);
    }

    /** The text as it came, if it is short; else its beginning. */
    String excerpt() {
        int most = Math.min(json.length, 4 * Excerpt.MAX_CHARS);
        return Excerpt.of(new String(json, 0, most, StandardCharsets.UTF_8));
    }

    int length() {
        return json.length;
    }

    /** A string's content. */
    String string() throws MalformedJsonException {
        try {
            JsonReader<Object> reader = DSL_JSON.newReader(json);
            reader.getNextToken();
            return reader.readString();
        } catch (IOException | RuntimeException unreadable) {
            throw unreadable(unreadable);
        }
    }

    /** Those of an object's members that are wanted; of a repeated one the last. Empty for other types. */
    Map<String, JsonValue> members(Set<String> wanted) throws MalformedJsonException {
        Map<String, JsonValue> members = new HashMap<>();
        forEachMember((name, from, to) -> {
            if (wanted.contains(name)) {
                members.put(name, slice(json, from, to));
            }
        });
        return members;
    }

    /** All of an object's members; for small objects only. */
    Map<String, JsonValue> allMembers() throws MalformedJsonException {
        Map<String, JsonValue> members = new HashMap<>();
        forEachMember((name, from, to) -> members.put(name, slice(json, from, to)));
        return members;
    }

    private void forEachMember(MemberSink sink) throws MalformedJsonException {
        if (type() != Type.OBJECT) {
            return;
        }
        try {
            JsonReader<Object> reader = DSL_JSON.newReader(json);
            reader.getNextToken();
            if (reader.getNextToken() == '}') {
                return;
            }
            while (true) {
                String name = reader.readKey();
                int from = reader.getCurrentIndex() - 1;
                byte next = reader.skip();
                sink.member(name, from, reader.getCurrentIndex() - 1);
                if (next != ',') {
                    return;
                }
                reader.getNextToken();
            }
        } catch (IOException | RuntimeException unreadable) {
            throw unreadable(unreadable);
        }
    }

    /** An array's first elements and their number. */
    Elements elements(int most) throws MalformedJsonException {
        List<JsonValue> first = new ArrayList<>();
        int count = 0;
        try {
            JsonReader<Object> reader = DSL_JSON.newReader(json);
            reader.getNextToken();
            boolean more = reader.getNextToken() != ']';
            while (more) {
                int from = reader.getCurrentIndex() - 1;
                more = reader.skip() == ',';
                if (count++ < most) {
                    first.add(slice(json, from, reader.getCurrentIndex() - 1));
                }
                if (more) {
                    reader.getNextToken();
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            throw unreadable(unreadable);
        }
        return new Elements(first, count);
    }

    /** Whatever the reader makes of a text that was found to be JSON, it ends as an error of this answer alone. */
    private static MalformedJsonException unreadable(Exception cause) {
        return new MalformedJsonException("unreadable", cause);
    }

    private interface MemberSink {
        void member(String name, int from, int to);
    }
}
