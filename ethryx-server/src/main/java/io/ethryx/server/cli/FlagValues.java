package io.ethryx.server.cli;

import io.ethryx.server.config.InvalidSetting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What each flag was given: by the command line, else by its variable, else by its default. Faults are collected on the
 * way; a flag at fault counts as not given.
 */
final class FlagValues {

    /** Reads a value. */
    interface Parser<T> {
        T parse(String text) throws InvalidSetting;
    }

    private final ParsedArguments arguments;
    private final Map<String, String> environment;
    private final Set<Fault> faults = new LinkedHashSet<>();

    FlagValues(ParsedArguments arguments, Map<String, String> environment) {
        this.arguments = arguments;
        this.environment = environment;
        faults.addAll(arguments.faults());
    }

    List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** The name under which the operator gave a flag, if at all. */
    Optional<String> source(SidecarFlag flag) {
        if (!arguments.values(flag.option()).isEmpty()) {
            return Optional.of(flag.option());
        }
        return environment.containsKey(flag.variable()) ? Optional.of(flag.variable()) : Optional.empty();
    }

    /** The value of a flag that has a default. */
    <T> T one(SidecarFlag flag, Fault.Kind kind, Parser<T> parser) {
        return optional(flag, kind, parser).orElseGet(() -> byDefault(flag, parser));
    }

    /** The value of a flag that has no default, or that was given. */
    <T> Optional<T> optional(SidecarFlag flag, Fault.Kind kind, Parser<T> parser) {
        List<String> given = given(flag);
        return given.isEmpty() ? Optional.empty() : parsed(flag, given.get(0), kind, parser);
    }

    /** The elements of a list. */
    <T> List<T> list(SidecarFlag flag, Fault.Kind kind, Parser<T> parser) {
        List<String> given = given(flag);
        List<String> texts = given.isEmpty() ? flag.defaultText().stream().toList() : given;
        List<T> elements = new ArrayList<>();
        for (String text : texts) {
            for (String element : text.split(",", -1)) {
                parsed(flag, element.strip(), kind, parser).ifPresent(elements::add);
            }
        }
        return elements;
    }

    /** Refuses a value that could be read. */
    void refuse(SidecarFlag flag, String value, InvalidSetting why) {
        faults.add(Fault.of(Fault.Kind.REFUSAL, source(flag).orElse(flag.option()), value, why));
    }

    /** Refuses what can be read, in a sentence of its own. */
    void refuse(String sentence) {
        faults.add(new Fault(Fault.Kind.REFUSAL, sentence));
    }

    private List<String> given(SidecarFlag flag) {
        List<String> texts = arguments.values(flag.option());
        if (texts.isEmpty()) {
            String variable = environment.get(flag.variable());
            texts = variable == null ? List.of() : List.of(variable);
        }
        if (texts.size() > 1 && flag.kind() != SidecarFlag.Kind.LIST) {
            faults.add(Fault.repeated(flag.option()));
            return List.of();
        }
        if (texts.stream().noneMatch(String::isEmpty)) {
            return texts;
        }
        faults.add(Fault.usage(source(flag).orElse(flag.option())
                + " \"\" is empty; give it a value ("
                + flag.placeholder() + "), or leave it out"));
        return List.of();
    }

    private <T> Optional<T> parsed(SidecarFlag flag, String text, Fault.Kind kind, Parser<T> parser) {
        try {
            return Optional.of(parser.parse(text));
        } catch (InvalidSetting e) {
            faults.add(Fault.of(kind, source(flag).orElse(flag.option()), text, e));
            return Optional.empty();
        }
    }

    private static <T> T byDefault(SidecarFlag flag, Parser<T> parser) {
        try {
            return parser.parse(flag.defaultText().orElseThrow());
        } catch (InvalidSetting e) {
            throw new IllegalStateException("the default of " + flag.option() + " can't be read", e);
        }
    }
}
