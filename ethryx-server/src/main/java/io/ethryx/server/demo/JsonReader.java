package io.ethryx.server.demo;

import io.ethryx.server.demo.JsonValue.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one JSON document (RFC 8259) as strictly as a node would: no BOM, no trailing bytes, valid UTF-8, bounded depth. */
final class JsonReader {

    private static final int MAX_DEPTH = 64;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final String document;
    private int at;

    private JsonReader(String document) {
        this.document = document;
    }

    static JsonValue read(byte[] utf8) throws JsonSyntaxException {
        String document;
        try {
            document = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new JsonSyntaxException("not UTF-8");
        }
        JsonReader reader = new JsonReader(document);
        JsonValue value = reader.value(0);
        reader.skipSpace();
        if (reader.at < document.length()) {
            throw reader.wrong("more after the end");
        }
        return value;
    }

    private JsonValue value(int depth) throws JsonSyntaxException {
        if (depth > MAX_DEPTH) {
            throw wrong("too deep");
        }
        skipSpace();
        int start = at;
        return switch (peek()) {
            case '{' -> object(start, depth);
            case '[' -> array(start, depth);
            case '"' -> {
                String text = string();
                yield new JsonValue(Kind.STRING, document.substring(start, at), text, Map.of(), List.of());
            }
            case 't' -> word("true", Kind.BOOLEAN);
            case 'f' -> word("false", Kind.BOOLEAN);
            case 'n' -> word("null", Kind.NULL);
            default -> number();
        };
    }

    private JsonValue object(int start, int depth) throws JsonSyntaxException {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        at++;
        skipSpace();
        if (peek() == '}') {
            at++;
        } else {
            do {
                skipSpace();
                String name = string();
                skipSpace();
                expect(':');
                members.put(name, value(depth + 1));
                skipSpace();
            } while (another('}'));
        }
        return new JsonValue(Kind.OBJECT, document.substring(start, at), "", members, List.of());
    }

    private JsonValue array(int start, int depth) throws JsonSyntaxException {
        List<JsonValue> elements = new ArrayList<>();
        at++;
        skipSpace();
        if (peek() == ']') {
            at++;
        } else {
            do {
                elements.add(value(depth + 1));
                skipSpace();
            } while (another(']'));
        }
        return new JsonValue(Kind.ARRAY, document.substring(start, at), "", Map.of(), elements);
    }

    private boolean another(char end) throws JsonSyntaxException {
        if (peek() == end) {
            at++;
            return false;
        }
        expect(',');
        return true;
    }

    private String string() throws JsonSyntaxException {
        expect('"');
        StringBuilder text = new StringBuilder();
        while (peek() != '"') {
            char c = document.charAt(at++);
            if (c < 0x20) {
                throw wrong("a control character in a string");
            }
            text.append(c == '\\' ? escaped() : c);
        }
        at++;
        return text.toString();
    }

    private char escaped() throws JsonSyntaxException {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw wrong("an unknown escape");
        };
    }

    private char unicode() throws JsonSyntaxException {
        int end = at + 4;
        if (end > document.length() || !document.substring(at, end).matches("[0-9a-fA-F]{4}")) {
            throw wrong("a broken escape");
        }
        char c = (char) Integer.parseInt(document, at, end, 16);
        at = end;
        return c;
    }

    private JsonValue word(String word, Kind kind) throws JsonSyntaxException {
        if (!document.startsWith(word, at)) {
            throw wrong("an unknown word");
        }
        at += word.length();
        return new JsonValue(kind, word, "", Map.of(), List.of());
    }

    private JsonValue number() throws JsonSyntaxException {
        Matcher matcher = NUMBER.matcher(document).region(at, document.length());
        if (!matcher.lookingAt()) {
            throw wrong("not a value");
        }
        at = matcher.end();
        return new JsonValue(Kind.NUMBER, matcher.group(), "", Map.of(), List.of());
    }

    private void skipSpace() {
        while (at < document.length() && " \t\r\n".indexOf(document.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() throws JsonSyntaxException {
        if (at >= document.length()) {
            throw wrong("an early end");
        }
        return document.charAt(at);
    }

    private void expect(char c) throws JsonSyntaxException {
        if (peek() != c) {
            throw wrong("no " + c);
        }
        at++;
    }

    private JsonSyntaxException wrong(String what) {
        return new JsonSyntaxException(what + " at character " + at);
    }
}
