package io.ethryx.server.gateway.settings;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A key of the gateway's file as docs/reference/gateway-config.md tells it, with what a test needs to see that it is so.
 *
 * @param path dotted; CHAIN and METHOD stand for names of the operator's own
 * @param form what its value is
 * @param usual what holds where it is left out, as YAML; empty where that is nothing
 * @param other another value, which has to make a difference
 * @param origin who else knows it
 * @param meaning what it does
 * @param beside what has to stand beside it for that difference, as path and YAML
 * @param live what changes it while the gateway serves; empty where nothing does
 */
record ConfigKey(
        String path,
        Form form,
        String usual,
        String other,
        Origin origin,
        String meaning,
        Map<String, String> beside,
        String live) {

    /** Whose key it is. */
    enum Origin {
        /** Of the program that Ethryx replaces, at the same place. */
        KEPT,
        /** Of Ethryx alone. */
        OWN,
        /** Of the replaced program, where it did nothing either. */
        DEAD
    }

    /**
     * What a value may be.
     *
     * @param text as the page says it
     * @param refused values that have to be refused
     */
    record Form(String text, List<String> refused) {

        static final Form SWITCH = of("`true` or `false`", "maybe", "[true]");
        static final Form TEXT = of("text", "[a]", "{a: b}");
        static final Form FILE = of("path of a file", "[a]", "{a: b}");
        static final Form DURATION = of("duration", "5 parsecs", "-1s", "[1s]");
        static final Form SIZE = of("size", "5XB", "-1", "[1]");
        static final Form SHARE = of("number, 0 to 1", "1.1", "-0.1", "x");
        static final Form RATE = of("number, 0 or more", "-1", "x", ".inf");
        static final Form ADDRESS = of("port, or host:port", "host", "70000", "[1]");
        static final Form MILLIS = of("milliseconds; 0: the default", "-1", "5s", "2147483648");
        static final Form SECONDS = of("seconds; 0: the default", "-1", "5s", "2147483648");
        static final Form MILLIS_OF_METHOD = of("milliseconds; 0: nothing of its own", "-1", "5s", "2147483648");
        static final Form NAMES = of("mapping of methods", "x", "[x]");
        static final Form ANYTHING = of("anything");

        static Form of(String text, String... refused) {
            return new Form(text, List.of(refused));
        }

        static Form whole(int least) {
            return of("whole number, " + least + " or more", Integer.toString(least - 1), "1.5", "x", "[1]");
        }

        static Form choice(String... names) {
            return of("`" + String.join("`, `", names) + "`", "nosuch", "[" + names[0] + "]");
        }
    }

    static ConfigKey kept(String path, Form form, String usual, String other, String meaning) {
        return new ConfigKey(path, form, usual, other, Origin.KEPT, meaning, Map.of(), "");
    }

    static ConfigKey own(String path, Form form, String usual, String other, String meaning) {
        return new ConfigKey(path, form, usual, other, Origin.OWN, meaning, Map.of(), "");
    }

    static ConfigKey dead(String path) {
        return new ConfigKey(path, Form.ANYTHING, "", "x", Origin.DEAD, "Nothing; a warning says so.", Map.of(), "");
    }

    /** With what has to stand beside it: path, YAML, path, YAML and so on. */
    ConfigKey beside(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return new ConfigKey(path, form, usual, other, origin, meaning, map, live);
    }

    ConfigKey live(String how) {
        return new ConfigKey(path, form, usual, other, origin, meaning, beside, how);
    }

    /** The section that it stands in, empty for the top. */
    String section() {
        return path.contains(".") ? path.substring(0, path.lastIndexOf('.')) : "";
    }

    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** A file with this key at a value, what stands beside it included. */
    String with(String value) {
        Map<String, String> all = new LinkedHashMap<>(beside);
        all.put(path, value);
        return file(all);
    }

    /** The same file without this key; what stands beside it may be another value of it. */
    String without() {
        return file(beside);
    }

    private static String file(Map<String, String> values) {
        StringBuilder yaml = new StringBuilder();
        Tree tree = new Tree(new LinkedHashMap<>());
        values.forEach((path, value) -> tree.put(Arrays.asList(filled(path).split("\\.")), value));
        tree.write(yaml, "");
        return yaml.toString();
    }

    /** A path with names where an operator's own stand. */
    static String filled(String path) {
        return path.replace("CHAIN", "1").replace("METHOD", "eth_call");
    }

    /** A mapping, of which a leaf is the YAML of a value. */
    private record Tree(Map<String, Object> below) {

        void put(List<String> path, String value) {
            if (path.size() == 1) {
                below.put(path.get(0), value);
            } else {
                Tree next = (Tree) below.computeIfAbsent(path.get(0), any -> new Tree(new LinkedHashMap<>()));
                next.put(path.subList(1, path.size()), value);
            }
        }

        void write(StringBuilder yaml, String indent) {
            below.forEach((key, value) -> {
                yaml.append(indent).append('"').append(key).append("\":");
                if (value instanceof Tree tree) {
                    yaml.append('\n');
                    tree.write(yaml, indent + "  ");
                } else {
                    yaml.append(' ').append(value).append('\n');
                }
            });
        }
    }
}
