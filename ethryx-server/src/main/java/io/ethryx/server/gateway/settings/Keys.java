package io.ethryx.server.gateway.settings;

import io.ethryx.server.yaml.Section;
import io.ethryx.server.yaml.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads typed values of one section, each with what holds where none is given. */
final class Keys {

    private final Section section;

    Keys(Section section) {
        this.section = section;
    }

    <T> T read(String key, Value.Parser<T> parser, T usual) {
        return optional(key, parser).orElse(usual);
    }

    <T> Optional<T> optional(String key, Value.Parser<T> parser) {
        return section.value(key).flatMap(value -> value.parsed(parser));
    }

    /** A text that counts as absent when it is blank, as in the replaced program. */
    Optional<String> text(String key) {
        return section.value(key).flatMap(Value::text).map(String::trim).filter(text -> !text.isEmpty());
    }

    boolean on(String key, boolean usual) {
        return read(key, Texts::bool, usual);
    }

    int count(String key, int least, int usual) {
        return Math.toIntExact(read(key, Texts.whole(least, Integer.MAX_VALUE), (long) usual));
    }

    /** A number of which 0 means the usual one, as in the replaced program. */
    int countOrUsual(String key, int usual) {
        return Math.toIntExact(orUsual(key, Texts.whole(0, Integer.MAX_VALUE), usual));
    }

    private long orUsual(String key, Value.Parser<Long> parser, long usual) {
        long given = read(key, parser, usual);
        return given == 0 ? usual : given;
    }

    /** Milliseconds, of which 0 means the usual. */
    Duration millis(String key, int usual) {
        return Duration.ofMillis(orUsual(key, Texts::millis, usual));
    }

    /** Seconds, of which 0 means the usual. */
    Duration seconds(String key, int usual) {
        return Duration.ofSeconds(orUsual(key, Texts::seconds, usual));
    }

    Duration duration(String key, Duration usual) {
        return read(key, Texts::duration, usual);
    }

    List<String> texts(String key) {
        return section.value(key)
                .map(value -> value.list(true).stream()
                        .flatMap(element -> element.text().stream())
                        .toList())
                .orElse(List.of());
    }

    /** Values by the operator's own names. */
    <T> Map<String, T> byName(String key, Value.Parser<T> parser) {
        Map<String, T> read = new LinkedHashMap<>();
        section.section(key)
                .entries()
                .forEach((name, value) -> value.parsed(parser).ifPresent(parsed -> read.put(name, parsed)));
        return read;
    }

    Map<String, Duration> millisByName(String key) {
        Map<String, Duration> times = new LinkedHashMap<>();
        byName(key, Texts::millis).forEach((name, millis) -> {
            if (millis > 0) {
                times.put(name, Duration.ofMillis(millis));
            }
        });
        return times;
    }
}
