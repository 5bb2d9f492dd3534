package io.ethryx.discovery;

import io.ethryx.discovery.Flaw.Grade;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The members of one object, asked for one by one. A wrong one is noted and read as absent, so that all that is wrong is
 * found. Names are found in any case, as the programs that write such values do; null is as good as absent.
 */
final class Members {

    private final Map<String, @Nullable Object> members = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> asked = new LinkedHashMap<>();
    private final String place;
    private final List<Flaw> flaws;

    /**
     * Opens an object.
     *
     * @param object its members
     * @param place what stands before the members' names in a message, empty at the top
     * @param flaws where to note what is wrong
     */
    Members(Map<?, ?> object, String place, List<Flaw> flaws) {
        this.place = place;
        this.flaws = flaws;
        object.forEach((name, value) -> {
            String lower = String.valueOf(name).toLowerCase(Locale.ROOT);
            String earlier = names.putIfAbsent(lower, String.valueOf(name));
            if (earlier != null) {
                note(Grade.USELESS, String.valueOf(name), String.valueOf(name), "stands beside " + earlier, "keep one");
            }
            members.put(lower, value);
        });
    }

    @Nullable
    Object value(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        asked.put(lower, name);
        return members.get(lower);
    }

    /** A text, or "" if there is none. */
    String text(String name) {
        Object value = value(name);
        if (value == null || value instanceof String) {
            return value == null ? "" : (String) value;
        }
        note(Grade.USELESS, name, value, "has to be text", "put it in quotes");
        return "";
    }

    /** An integer, if there is one. */
    OptionalInt integer(String name) {
        Object value = value(name);
        if (value == null) {
            return OptionalInt.empty();
        }
        OptionalInt read = value instanceof JsonNumber number ? number.asInt() : OptionalInt.empty();
        if (read.isEmpty()) {
            note(Grade.USELESS, name, value, "has to be an integer", "write it without quotes, fraction and exponent");
        }
        return read;
    }

    /** An integer, or what is usual in its place if it is absent or out of bounds. */
    int within(String name, int least, int most, int usual) {
        OptionalInt read = integer(name);
        if (read.isPresent() && (read.getAsInt() < least || read.getAsInt() > most)) {
            String rule = "has to be " + least + " to " + most;
            note(Grade.REPLACED, name, read.getAsInt(), rule, usual + " counts in its place");
            return usual;
        }
        return read.orElse(usual);
    }

    Map<?, ?> object(String name) {
        Object value = value(name);
        if (value == null || value instanceof Map) {
            return value == null ? Map.of() : (Map<?, ?>) value;
        }
        note(Grade.USELESS, name, value, "has to be an object", "write {…}");
        return Map.of();
    }

    List<?> list(String name) {
        Object value = value(name);
        if (value == null || value instanceof List) {
            return value == null ? List.of() : (List<?>) value;
        }
        note(Grade.USELESS, name, value, "has to be a list", "write […]");
        return List.of();
    }

    void note(Grade grade, String name, Object value, String rule, String remedy) {
        flaws.add(new Flaw(grade, place + name, Excerpt.of(String.valueOf(value)), rule, remedy));
    }

    /** Notes every member that nobody asked for. */
    void noteUnknown() {
        String all = String.join(", ", asked.values());
        names.entrySet().stream()
                .filter(name -> !asked.containsKey(name.getKey()))
                .map(Map.Entry::getValue)
                .sorted()
                .forEach(name -> note(Grade.UNUSUAL, name, name, "no such member", "known here: " + all));
    }
}
