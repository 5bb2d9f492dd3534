package io.ethryx.discovery;

/** Foreign text as it may stand in a message: short, on one line. */
final class Excerpt {

    static final int MAX_CHARS = 120;

    private Excerpt() {}

    static String of(String text) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), MAX_CHARS) + 1);
        for (int i = 0; i < text.length() && i < MAX_CHARS; i++) {
            char c = text.charAt(i);
            out.append(Character.isISOControl(c) || Character.isSurrogate(c) ? '?' : c);
        }
        return text.length() > MAX_CHARS ? out.append('…').toString() : out.toString();
    }
}
