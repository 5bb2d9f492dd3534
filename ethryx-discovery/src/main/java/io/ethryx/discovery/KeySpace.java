package io.ethryx.discovery;

import io.ethryx.core.topology.ChainId;
import java.util.Arrays;
import java.util.Optional;

/**
 * The grammar of keys: {@code {prefix}{chain}/nodes/{name}} and so on, where the chain may span segments
 * ({@code 1/v2} is {@code 1-v2}) and a slash more or less between prefix, chain and the rest does not matter.
 *
 * <p>A prefix that ends in a letter or digit ends at a segment: {@code /prod} does not cover {@code /prod2/1/nodes/a}.
 * Only a chain of one segment that begins with a digit may follow it at once, as in {@code /prod1/nodes/a}.
 */
final class KeySpace {

    /** What stands in a text for bytes that were no UTF-8. */
    private static final char NOT_UTF_8 = '\uFFFD';

    private final String prefix;

    /**
     * Makes the space.
     *
     * @param prefix what all keys begin with, empty for nothing
     */
    KeySpace(String prefix) {
        this.prefix = prefix;
    }

    /** What the keys to list and watch begin with. */
    String prefix() {
        return prefix;
    }

    /** The key with the prefix before it, parted by a slash where the prefix would run into it. */
    String absolute(String relative) {
        return endsInsideWord() ? prefix + '/' + relative : prefix + relative;
    }

    /** The key without the prefix and the slashes behind it; nothing if it is of another space. */
    Optional<String> relative(String absolute) {
        if (!absolute.startsWith(prefix)) {
            return Optional.empty();
        }
        String rest = absolute.substring(prefix.length());
        String relative = withoutSlashesBefore(rest);
        boolean parted = !endsInsideWord() || relative.length() < rest.length();
        return parted || isPlainChain(relative) ? Optional.of(relative) : Optional.empty();
    }

    private boolean endsInsideWord() {
        return !prefix.isEmpty() && Character.isLetterOrDigit(prefix.charAt(prefix.length() - 1));
    }

    /** Whether a key of a chain without versions by segments follows: the digit tells it from the rest of a longer word. */
    private static boolean isPlainChain(String relative) {
        String[] segments = relative.split("/", 3);
        return segments.length > 1
                && !segments[0].isEmpty()
                && Character.digit(segments[0].charAt(0), 10) >= 0
                && KeyKind.of(segments[1]) != null;
    }

    /**
     * Reads a key. The first word of a kind that has a chain before it, and behind it what the kind asks for, decides.
     *
     * @param relative the key, without prefix
     */
    static KeyReading read(String relative) {
        if (relative.indexOf(NOT_UTF_8) >= 0) {
            return new KeyReading.Broken("a key has to be UTF-8");
        }
        String[] segments = withoutSlashes(relative).split("/+");
        for (int i = 1; i < segments.length; i++) {
            if (segments[i].equals(KeyKind.WRITERS)) {
                return KeyReading.FOREIGN;
            }
            KeyKind kind = KeyKind.of(segments[i]);
            boolean last = i + 1 == segments.length;
            if (kind != null && kind.named() != last) {
                return entry(kind, segments, i);
            }
            if (kind != null && kind.named()) {
                return new KeyReading.Broken("a name has to follow " + kind.word() + "/");
            }
        }
        KeyKind first = KeyKind.of(segments[0]);
        return first == null ? KeyReading.FOREIGN : noChain(first);
    }

    /** Whether a key is one of those that the writers of a chain keep. */
    static boolean isOfWriters(String relative) {
        return Arrays.asList(withoutSlashes(relative).split("/+")).indexOf(KeyKind.WRITERS) > 0;
    }

    private static KeyReading entry(KeyKind kind, String[] segments, int at) {
        String chain = String.join("/", Arrays.asList(segments).subList(0, at));
        String name = String.join("/", Arrays.asList(segments).subList(at + 1, segments.length));
        return ChainId.ofKey(chain)
                .<KeyReading>map(id -> new KeyReading.Entry(new TopologyKey(kind, id, name)))
                .orElseGet(() -> noChain(kind));
    }

    private static KeyReading noChain(KeyKind kind) {
        return new KeyReading.Broken("a chain has to stand before " + kind.word());
    }

    private static String withoutSlashesBefore(String text) {
        int from = 0;
        while (from < text.length() && text.charAt(from) == '/') {
            from++;
        }
        return text.substring(from);
    }

    private static String withoutSlashes(String text) {
        String rest = withoutSlashesBefore(text);
        int to = rest.length();
        while (to > 0 && rest.charAt(to - 1) == '/') {
            to--;
        }
        return rest.substring(0, to);
    }
}
