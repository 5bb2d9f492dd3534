package io.ethryx.discovery;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * What dsl-json lets pass and RFC 8259 does not, as far as it can be told byte by byte: text that is not UTF-8, control
 * characters in strings, and blanks other than the four of JSON.
 */
final class JsonText {

    private JsonText() {}

    /**
     * Checks a text before it is read.
     *
     * @throws MalformedJsonException naming the byte
     */
    static void check(byte[] text) throws MalformedJsonException {
        utf8(text);
        boolean inString = false;
        for (int i = 0; i < text.length; i++) {
            int c = text[i];
            if (inString) {
                if (c >= 0 && c < ' ') {
                    throw new MalformedJsonException("control character in a string at byte " + i);
                }
                i += c == '\\' ? 1 : 0;
                inString = c != '"';
            } else if (c == '"') {
                inString = true;
            } else if (c < ' ' && c != '\t' && c != '\n' && c != '\r') {
                throw new MalformedJsonException("unexpected byte at byte " + i);
            }
        }
    }

    /**
     * Reads text as strictly as Java can.
     *
     * @throws MalformedJsonException if it is not UTF-8
     */
    static String utf8(byte[] text) throws MalformedJsonException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw new MalformedJsonException("not UTF-8", notUtf8);
        }
    }
}
