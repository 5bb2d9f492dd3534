package io.ethryx.routing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.ethryx.core.Body;
import io.ethryx.core.RpcCall;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Steps from value to value in JSON that a reader has already found well formed, by positions in its bytes. Allocates
 * nothing, except to read a text that has escapes in it.
 */
final class JsonWalk {

    static final int ABSENT = RpcCall.ABSENT;

    private static final JsonFactory JSON = new JsonFactory();

    private JsonWalk() {}

    /** The first byte at or behind a position that is no blank. */
    static int skipBlanks(Body body, int at) {
        int next = at;
        while (isBlank(body.at(next))) {
            next++;
        }
        return next;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** Behind the last byte of the value that begins at a position. */
    static int endOf(Body body, int at) {
        return switch (body.at(at)) {
            case '"' -> endOfText(body, at);
            case '{', '[' -> endOfNested(body, at);
            default -> endOfWord(body, at);
        };
    }

    private static int endOfText(Body body, int quote) {
        int at = quote + 1;
        for (byte b = body.at(at); b != '"'; b = body.at(at)) {
            at += b == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private static int endOfNested(Body body, int opening) {
        int depth = 0;
        int at = opening;
        do {
            switch (body.at(at)) {
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                case '"' -> at = endOfText(body, at);
                default -> at++;
            }
        } while (depth > 0);
        return at;
    }

    private static int endOfWord(Body body, int from) {
        int at = from;
        while (at < body.length() && isOfWord(body.at(at))) {
            at++;
        }
        return at;
    }

    private static boolean isOfWord(byte b) {
        return b != ',' && b != ']' && b != '}' && !isBlank(b);
    }

    /** The first byte of an element of an array, or {@link #ABSENT} if it has not that many. */
    static int element(Body body, int array, int index) {
        int at = skipBlanks(body, array + 1);
        if (body.at(at) == ']') {
            return ABSENT;
        }
        for (int passed = 0; passed < index; passed++) {
            at = behind(body, at);
            if (at == ABSENT) {
                return ABSENT;
            }
        }
        return at;
    }

    /** The first byte of a parameter of a call whose params are an array, or {@link #ABSENT} if it has not that many. */
    static int parameter(RpcCall call, int index) {
        return index < RpcCall.KNOWN_PARAMETERS
                ? call.parameter(index)
                : element(call.body(), call.paramsFrom(), index);
    }

    /** The first byte of the element that follows, or {@link #ABSENT}. */
    static int behind(Body body, int element) {
        int at = skipBlanks(body, endOf(body, element));
        return body.at(at) == ',' ? skipBlanks(body, at + 1) : ABSENT;
    }

    /** The opening quote of an object's first name, or {@link #ABSENT} if it is empty. */
    static int firstName(Body body, int object) {
        int at = skipBlanks(body, object + 1);
        return body.at(at) == '"' ? at : ABSENT;
    }

    /** The first byte of the value that a name names. */
    static int valueOf(Body body, int name) {
        int colon = skipBlanks(body, endOfText(body, name));
        return skipBlanks(body, colon + 1);
    }

    /** The opening quote of the name behind a member's value, or {@link #ABSENT}. */
    static int nextName(Body body, int value) {
        return behind(body, value);
    }

    /** Whether a member has a name, in whatever case and however escaped: some nodes read names so. */
    static boolean isNamed(Body body, int quote, String name) {
        int length = name.length();
        for (int i = 0; i < length; i++) {
            byte b = body.at(quote + 1 + i);
            if (b == '\\' || b < 0) {
                return text(body, quote).equalsIgnoreCase(name);
            }
            if (lower(b) != lower((byte) name.charAt(i))) {
                return false;
            }
        }
        return body.at(quote + 1 + length) == '"';
    }

    private static int lower(byte b) {
        return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
    }

    /** Whether a text has escapes in it. */
    static boolean isEscaped(Body body, int quote, int end) {
        for (int at = quote + 1; at < end - 1; at++) {
            if (body.at(at) == '\\') {
                return true;
            }
        }
        return false;
    }

    /** A text without its quotes and escapes; allocates. */
    static String text(Body body, int quote) {
        byte[] bytes = body.copy(quote, endOfText(body, quote));
        try (JsonParser parser = JSON.createParser(bytes)) {
            parser.nextToken();
            return parser.getText();
        } catch (IOException malformed) {
            throw new UncheckedIOException("a text that was found well formed is not", malformed);
        }
    }
}
