package io.ethryx.governance;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern of names, in the syntax that configuration files of this kind are written in, RE2's, read as the platform's: where
 * the two look alike and differ, RE2's meaning counts. So {@code $} is the very end of a name and not also the place before a
 * last line feed, {@code .} is anything but a line feed, {@code [[:alpha:]]} is a class of ASCII letters and
 * {@code (?P<name>…)} a group.
 *
 * @see <a href="https://github.com/google/re2/wiki/Syntax">RE2 syntax</a>
 */
final class NamePattern {

    private final String given;
    private final StringBuilder read = new StringBuilder();
    private int at;

    private NamePattern(String given) {
        this.given = given;
    }

    /**
     * Compiles one.
     *
     * @throws PatternSyntaxException if it is none, telling what of it
     */
    static Pattern compile(String pattern) {
        return Pattern.compile(new NamePattern(pattern).translated(), Pattern.UNIX_LINES);
    }

    private String translated() {
        boolean lines = given.matches("(?s).*\\(\\?[a-zA-Z]*m[a-zA-Z]*(-[a-zA-Z]*)?[:)].*");
        while (at < given.length()) {
            char c = given.charAt(at);
            if (given.startsWith("\\Q", at)) {
                literal();
            } else if (c == '\\') {
                take(2);
            } else if (c == '[') {
                characterClass();
            } else if (given.startsWith("(?P<", at)) {
                read.append("(?<");
                at += 4;
            } else if (c == '$' && !lines) {
                read.append("\\z");
                at++;
            } else {
                take(1);
            }
        }
        return read.toString();
    }

    private void take(int chars) {
        int to = Math.min(given.length(), at + chars);
        read.append(given, at, to);
        at = to;
    }

    private void literal() {
        int end = given.indexOf("\\E", at);
        take(end < 0 ? given.length() : end + 2 - at);
    }

    /** In a class of RE2's a bracket and an ampersand are themselves. */
    private void characterClass() {
        take(1);
        if (at < given.length() && given.charAt(at) == '^') {
            take(1);
        }
        boolean first = true;
        while (at < given.length() && (first || given.charAt(at) != ']')) {
            char c = given.charAt(at);
            if (given.startsWith("[:", at) && given.indexOf(":]", at) > 0) {
                named(given.indexOf(":]", at));
            } else if (c == '\\') {
                take(2);
            } else if (c == '[' || c == '&' || c == ']') {
                read.append('\\');
                take(1);
            } else {
                take(1);
            }
            first = false;
        }
        take(1);
    }

    private void named(int end) {
        boolean not = given.charAt(at + 2) == '^';
        String name = given.substring(at + (not ? 3 : 2), end);
        String known = switch (name) {
            case "alnum" -> "a-zA-Z0-9";
            case "alpha" -> "a-zA-Z";
            case "ascii" -> "\\x00-\\x7F";
            case "blank" -> "\\t ";
            case "cntrl" -> "\\x00-\\x1F\\x7F";
            case "digit" -> "0-9";
            case "graph" -> "!-~";
            case "lower" -> "a-z";
            case "print" -> " -~";
            case "punct" -> "!-/:-@\\[-`{-~";
            case "space" -> "\\t\\n\\x0B\\f\\r ";
            case "upper" -> "A-Z";
            case "word" -> "0-9A-Za-z_";
            case "xdigit" -> "0-9A-Fa-f";
            default -> throw new PatternSyntaxException("no class of characters is named " + name, given, at);
        };
        read.append(not ? "[^" + known + "]" : known);
        at = end + 2;
    }
}
