package io.ethryx.health;

/** Cuts what an upstream said to a length that a health document and a log line can bear. */
final class Excerpt {

    static final int MAX_CHARS = 512;

    private Excerpt() {}

    static String of(String text) {
        if (text.length() <= MAX_CHARS) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1)) ? MAX_CHARS - 1 : MAX_CHARS;
        return text.substring(0, end) + "…";
    }
}
