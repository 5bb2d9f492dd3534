package io.ethryx.discovery;

/** Foreign text as it may stand in a message: short, on one line. */
final class Excerpt {

    static final int MAX_CHARS = 120;

    private Excerpt() {}

    static String of(String text) {
        return of(text, MAX_CHARS);
    }

    static String of(String text, int most) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), most) + 1);
        for (int i = 0; i < text.length() && i < most; i++) {
            char c = text.charAt(i);
            out.append(Character.isISOControl(c) || Character.isSurrogate(c) ? '?' : c);
        }
        return text.length() > most ? out.append('…').toString() : out.toString();
    }
}
