package io.ethryx.core;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What jackson makes of a text: a tree in which names may repeat and numbers stay text. */
final class JsonTree {

    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonScanner.MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** A number as it was written. */
    record Numeral(String text) {}

    /** An object's members in order. */
    record Members(List<Map.Entry<String, Object>> members) {
        long count(String name) {
            return members.stream()
                    .filter(member -> member.getKey().equals(name))
                    .count();
        }

        Object of(String name) {
            return members.stream()
                    .filter(member -> member.getKey().equals(name))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(Absent.ABSENT);
        }
    }

    /** What stands for no member, and for null. */
    enum Absent {
        ABSENT,
        NULL
    }

    private JsonTree() {}

    /** The tree, or nothing if it is no JSON in strict UTF-8. */
    static Object of(byte[] text) throws NotJson {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
            for (int i = 0; i < Math.min(4, text.length); i++) {
                if (text[i] == 0 || text[i] == (byte) 0xEF) {
                    throw new NotJson();
                }
            }
            try (JsonParser parser = JSON.createParser(text)) {
                if (parser.nextToken() == null) {
                    throw new NotJson();
                }
                Object tree = read(parser);
                if (parser.nextToken() != null) {
                    throw new NotJson();
                }
                return tree;
            }
        } catch (CharacterCodingException malformed) {
            throw new NotJson();
        } catch (IOException notJson) {
            throw new NotJson();
        }
    }

    private static Object read(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_ARRAY -> {
                List<Object> elements = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(read(parser));
                }
                yield elements;
            }
            case START_OBJECT -> {
                List<Map.Entry<String, Object>> members = new ArrayList<>();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    parser.nextToken();
                    members.add(Map.entry(name, read(parser)));
                }
                yield new Members(members);
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> Absent.NULL;
            default -> new Numeral(parser.getText());
        };
    }

    /** The text is no JSON. */
    static final class NotJson extends Exception {
        private static final long serialVersionUID = 1;
    }
}
