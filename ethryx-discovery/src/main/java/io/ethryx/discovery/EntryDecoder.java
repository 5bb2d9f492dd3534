package io.ethryx.discovery;

import io.ethryx.core.topology.ChainId;
import io.ethryx.discovery.Flaw.Grade;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes entries of values. A pure function, and the only one that does: a value means the same wherever it comes from. What
 * becomes of flaws is the source's decision.
 */
final class EntryDecoder {

    /** A larger value is refused unread: that is no setting but an accident. */
    static final int MAX_VALUE_BYTES = 4 << 20;

    private static final int MAX_VERSION_CHARS = 128;

    private final TopologyKey key;
    private final List<Flaw> flaws = new ArrayList<>();

    private EntryDecoder(TopologyKey key) {
        this.key = key;
    }

    /**
     * Reads a value.
     *
     * @param key what the value speaks of
     * @param value its bytes
     * @return the entry and what is wrong with it
     */
    static Decoded decode(TopologyKey key, byte[] value) {
        EntryDecoder decoder = new EntryDecoder(key);
        Entry entry = decoder.entry(value);
        boolean useless = decoder.flaws.stream().anyMatch(flaw -> flaw.grade() == Grade.USELESS);
        return new Decoded(useless ? null : entry, decoder.flaws);
    }

    private @Nullable Entry entry(byte[] value) {
        if (value.length > MAX_VALUE_BYTES) {
            String size = value.length + " bytes";
            flaws.add(
                    new Flaw(Grade.USELESS, "", size, "has to be at most " + MAX_VALUE_BYTES + " bytes", "shorten it"));
            return null;
        }
        if (key.kind() == KeyKind.VERSION) {
            return version(value);
        }
        try {
            return entry(JsonTree.parse(value));
        } catch (MalformedJsonException malformed) {
            useless(value, "has to be a JSON object; this is " + malformed.getMessage());
            return null;
        }
    }

    private @Nullable Entry entry(@Nullable Object json) {
        if (!(json instanceof Map<?, ?> object)) {
            useless(String.valueOf(json).getBytes(StandardCharsets.UTF_8), "has to be a JSON object");
            return null;
        }
        Members members = new Members(object, "", flaws);
        Entry entry = switch (key.kind()) {
            case NODE, NATIVE_NODE -> NodeValue.read(key, members);
            case HEAD -> HeadValue.read(members);
            case GATEWAY -> GatewayValue.read(members, flaws);
            case MIRROR -> MirrorValue.read(key, members);
            case VERSION -> throw new AssertionError(key);
        };
        members.noteUnknown();
        return entry;
    }

    /** An object with a member {@code version}, a JSON string, or plain text. */
    private @Nullable Entry version(byte[] value) {
        String text = new String(value, StandardCharsets.UTF_8);
        try {
            Object json = value.length == 0 ? "" : JsonTree.parse(value);
            if (json instanceof Map<?, ?> object) {
                Members members = new Members(object, "", flaws);
                text = members.text("version");
                members.noteUnknown();
            } else if (json instanceof List<?>) {
                useless(value, "has to be a version");
            } else if (json == null || json instanceof String) {
                text = json == null ? "" : (String) json;
            }
        } catch (MalformedJsonException plain) {
            text = plainVersion(value, text);
        }
        return checkedVersion(text.strip());
    }

    /** What is no JSON is the version itself, unless it was to be JSON. */
    private String plainVersion(byte[] value, String text) {
        String trimmed = text.strip();
        if (trimmed.startsWith("{") || trimmed.startsWith("[") || trimmed.startsWith("\"")) {
            useless(value, "has to be a version: {\"version\":\"v2\"}, \"v2\" or v2");
        }
        return trimmed;
    }

    private @Nullable Entry checkedVersion(String version) {
        boolean odd = version.length() > MAX_VERSION_CHARS || version.chars().anyMatch(c -> c < ' ' || c == 0xFFFD);
        if (odd) {
            useless(
                    version.getBytes(StandardCharsets.UTF_8),
                    "has to be at most " + MAX_VERSION_CHARS + " characters of UTF-8 without control characters");
            return null;
        }
        return new Entry.Version(new ChainId("0", version.replace('/', '-')).version());
    }

    private void useless(byte[] value, String rule) {
        String shown = new String(value, 0, Math.min(value.length, 4 * Excerpt.MAX_CHARS), StandardCharsets.UTF_8);
        flaws.add(new Flaw(Grade.USELESS, "", Excerpt.of(shown), rule, "write it anew or delete the key"));
    }
}
