package io.ethryx.server.logging;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which lines are written (decision S13, reference section 8).
 *
 * <p>A list of directives, {@code level}, {@code target=level} or {@code target} (meaning trace), separated by commas. For
 * a target the longest directive that it begins with decides; without one, the bare level; without that, nothing is
 * logged. Libraries are never more talkative than {@code warn} unless a directive names them, Kafka's than {@code error}, and the access log is off
 * unless one does.
 *
 * @param directives in the order of the list; of two with the same target the later counts
 * @param warnings sentences about environment variables that were ignored, to be logged once logging stands
 */
public record LogFilter(List<Directive> directives, List<String> warnings) {

    /** A library that warns again at each attempt to connect; what comes of it is told elsewhere. */
    private static final String REPEATS_ITSELF = "org.apache.kafka.";

    private static final Pattern TARGET = Pattern.compile("[\\w:.\\-]+");

    /**
     * One directive.
     *
     * @param target empty in a bare level
     * @param level what is logged there
     */
    public record Directive(String target, LogLevel level) {}

    /**
     * Copies the lists.
     *
     * @param directives in the order of the list
     * @param warnings sentences to be logged
     */
    public LogFilter {
        directives = List.copyOf(directives);
        warnings = List.copyOf(warnings);
    }

    /**
     * The filter that flags and environment ask for: {@code ETHRYX_LOG} if it is set and valid, else {@code RUST_LOG} if it
     * is, else the flags. A variable that is set but empty is a list without directives: nothing is logged.
     *
     * @param level the level flag
     * @param accessLog the access-log flag
     * @param environment the process environment
     * @return the filter
     */
    public static LogFilter of(LogLevel level, boolean accessLog, Map<String, String> environment) {
        List<String> warnings = new ArrayList<>();
        for (String variable : List.of("ETHRYX_LOG", "RUST_LOG")) {
            String list = environment.get(variable);
            if (list == null) {
                continue;
            }
            Optional<List<Directive>> directives = parse(list);
            if (directives.isPresent()) {
                return new LogFilter(directives.get(), warnings);
            }
            warnings.add(variable + " is ignored: it must be a comma-separated list of level and target=level, such as"
                    + " info,ethryx::health=debug");
        }
        return new LogFilter(
                List.of(
                        new Directive("", level),
                        new Directive(Targets.ACCESS, accessLog ? LogLevel.INFO : LogLevel.OFF)),
                warnings);
    }

    /**
     * The first element of a list that can't be read.
     *
     * @param list directives, separated by commas
     * @return the element, empty if the list is a filter
     */
    public static Optional<String> malformed(String list) {
        return elements(list).filter(text -> directive(text).isEmpty()).findFirst();
    }

    /**
     * The first element that names a target although it looks like a level that is misspelt: a word alone that is no target
     * of Ethryx's own.
     *
     * @param list directives, separated by commas
     * @return the element, empty if there is none
     */
    public static Optional<String> doubtful(String list) {
        return elements(list)
                .filter(text -> directive(text)
                        .filter(directive -> directive.target().equals(text)
                                && !Targets.own(text)
                                && !text.equals(Targets.ACCESS)
                                && text.matches("\\w+"))
                        .isPresent())
                .findFirst();
    }

    private static Stream<String> elements(String list) {
        return Arrays.stream(list.split(",", -1)).map(String::strip).filter(text -> !text.isEmpty());
    }

    /** The directives of a list, unless one of them is malformed. */
    private static Optional<List<Directive>> parse(String list) {
        List<Directive> directives = new ArrayList<>();
        for (String element : list.split(",", -1)) {
            String text = element.strip();
            if (text.isEmpty()) {
                continue;
            }
            Optional<Directive> directive = directive(text);
            if (directive.isEmpty()) {
                return Optional.empty();
            }
            directives.add(directive.get());
        }
        return Optional.of(directives);
    }

    private static Optional<Directive> directive(String text) {
        int equals = text.indexOf('=');
        String target = equals < 0 ? text : text.substring(0, equals);
        if (equals < 0) {
            Optional<LogLevel> bare = LogLevel.ofDirective(text);
            if (bare.isPresent()) {
                return Optional.of(new Directive("", bare.get()));
            }
        }
        if (!TARGET.matcher(target).matches()) {
            return Optional.empty();
        }
        if (equals < 0 || equals == text.length() - 1) {
            return Optional.of(new Directive(target, LogLevel.TRACE));
        }
        return LogLevel.ofDirective(text.substring(equals + 1)).map(level -> new Directive(target, level));
    }

    /** What is logged for a logger. */
    LogLevel levelOf(String loggerName) {
        String target = Targets.printed(loggerName);
        LogLevel named = null;
        LogLevel bare = LogLevel.OFF;
        int longest = 0;
        for (Directive directive : directives) {
            int length = directive.target().length();
            if (length == 0) {
                bare = directive.level();
            } else if (length >= longest && target.startsWith(directive.target())) {
                longest = length;
                named = directive.level();
            }
        }
        if (named != null) {
            return named;
        }
        if (target.equals(Targets.ACCESS)) {
            return LogLevel.OFF;
        }
        LogLevel most = target.startsWith(REPEATS_ITSELF) ? LogLevel.ERROR : LogLevel.WARN;
        return Targets.own(target) || bare.compareTo(most) < 0 ? bare : most;
    }
}
