package io.ethryx.server.config;

/**
 * Hides what may be a secret in a URL: userinfo, and path segments and query values longer than 16 characters (decision
 * S13). Fragments are left out.
 */
public final class UrlMask {

    private static final String HIDDEN = "***";
    private static final int LONGEST_SHOWN = 16;

    private UrlMask() {}

    /**
     * Masks a text that may or may not be a well-formed URL.
     *
     * @param text as the operator wrote it
     * @return the text as it may be printed
     */
    public static String of(String text) {
        int scheme = text.indexOf("://");
        int start = scheme < 0 ? 0 : scheme + 3;
        int end = authorityEnd(text, start);
        int at = text.lastIndexOf('@', end - 1);
        if (at < start && malformedBeforePath(text, start, end)) {
            at = text.lastIndexOf('@');
            end = authorityEnd(text, Math.max(at, start));
        }
        StringBuilder out = new StringBuilder(text.length());
        out.append(text, 0, start);
        if (at >= start) {
            out.append(HIDDEN);
            start = at;
        }
        out.append(text, start, end);
        maskTail(text.substring(end), out);
        return out.toString();
    }

    private static int authorityEnd(String text, int start) {
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '/' || c == '?' || c == '#') {
                return i;
            }
        }
        return text.length();
    }

    /** Whether the authority has a port that is none, as when a password holds a raw slash. */
    private static boolean malformedBeforePath(String text, int start, int end) {
        int colon = text.lastIndexOf(':', end - 1);
        if (colon < start || text.lastIndexOf(']', end - 1) > colon) {
            return false;
        }
        for (int i = colon + 1; i < end; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return true;
            }
        }
        return false;
    }

    private static void maskTail(String tail, StringBuilder out) {
        int fragment = tail.indexOf('#');
        String visible = fragment < 0 ? tail : tail.substring(0, fragment);
        int query = visible.indexOf('?');
        String path = query < 0 ? visible : visible.substring(0, query);
        maskEach(path, '/', out);
        if (query >= 0) {
            out.append('?');
            maskEach(visible.substring(query + 1), '&', out);
        }
    }

    private static void maskEach(String text, char separator, StringBuilder out) {
        int from = 0;
        while (from <= text.length()) {
            int to = text.indexOf(separator, from);
            to = to < 0 ? text.length() : to;
            maskPiece(text.substring(from, to), separator == '&', out);
            if (to < text.length()) {
                out.append(separator);
            }
            from = to + 1;
        }
    }

    private static void maskPiece(String piece, boolean query, StringBuilder out) {
        int equals = query ? piece.indexOf('=') : -1;
        boolean named = equals >= 0 && equals < piece.length() - 1;
        String value = named ? piece.substring(equals + 1) : piece;
        if (named) {
            out.append(piece, 0, equals + 1);
        }
        out.append(value.length() > LONGEST_SHOWN ? HIDDEN : value);
    }
}
