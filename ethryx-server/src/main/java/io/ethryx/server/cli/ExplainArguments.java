package io.ethryx.server.cli;

import io.ethryx.core.topology.ChainId;
import io.ethryx.server.config.InvalidSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The arguments of {@code ethryx explain}, read with all their faults. */
final class ExplainArguments {

    private static final String STANDARD_INPUT = "-";

    private final ParsedArguments parsed;
    private final List<Fault> faults = new ArrayList<>();
    private final Optional<String> config;
    private final Optional<String> expect;
    private final Optional<ChainId> chain;
    private final OptionalLong head;

    ExplainArguments(ParsedArguments parsed) {
        this.parsed = parsed;
        faults.addAll(parsed.faults());
        config = once(CommandSpecs.CONFIG);
        expect = once(CommandSpecs.EXPECT);
        chain = once(CommandSpecs.CHAIN).flatMap(this::chain);
        head = once(CommandSpecs.HEAD).map(this::head).orElse(OptionalLong.empty());
        if (!parsed.given(CommandSpecs.CONFIG) && parsed.faults().isEmpty()) {
            faults.add(GatewayCommand.missing());
        }
        if (parsed.given(CommandSpecs.EXPECT)) {
            casesSayIt();
        } else if (!parsed.given(CommandSpecs.CHAIN) && parsed.faults().isEmpty()) {
            faults.add(Fault.usage("--chain is missing; name the chain with --chain ID, or cases with --expect CASES"));
        }
        if (parsed.operands().size() > 1) {
            faults.add(
                    Fault.usage("more than one file of requests is named; leave one of them, or use standard input"));
        }
    }

    private Optional<String> once(String option) {
        List<String> values = parsed.values(option);
        if (values.size() > 1) {
            faults.add(Fault.repeated(option));
        }
        return values.stream().findFirst();
    }

    private Optional<ChainId> chain(String text) {
        Optional<ChainId> id = ChainId.parse(text);
        if (id.isEmpty()) {
            faults.add(Fault.usage("--chain " + Fault.quoted(text) + " is no chain id; write 1, 0x1 or 1-v2"));
        }
        return id;
    }

    private OptionalLong head(String text) {
        try {
            return OptionalLong.of(BlockHeights.parse(text));
        } catch (InvalidSetting e) {
            faults.add(Fault.of(Fault.Kind.USAGE, CommandSpecs.HEAD, text, e));
            return OptionalLong.empty();
        }
    }

    private void casesSayIt() {
        Stream.of(CommandSpecs.CHAIN, CommandSpecs.HEAD, CommandSpecs.ARCHIVE, CommandSpecs.JSON)
                .filter(parsed::given)
                .forEach(option -> faults.add(Fault.usage(option + " does not go with --expect; leave it out")));
        if (!parsed.operands().isEmpty()) {
            faults.add(Fault.usage("requests do not go with --expect, whose cases hold their own; leave "
                    + Fault.quoted(parsed.operands().get(0)) + " out"));
        }
    }

    List<Fault> faults() {
        return faults;
    }

    /** The configuration file. */
    String config() {
        return config.orElseThrow();
    }

    /** The file of cases, if expectations are to be run. */
    Optional<String> expect() {
        return expect;
    }

    ChainId chain() {
        return chain.orElseThrow();
    }

    OptionalLong head() {
        return head;
    }

    boolean archive() {
        return parsed.given(CommandSpecs.ARCHIVE);
    }

    boolean json() {
        return parsed.given(CommandSpecs.JSON);
    }

    /** The file of requests; empty for standard input. */
    Optional<String> requests() {
        return parsed.operands().stream()
                .filter(name -> !name.equals(STANDARD_INPUT))
                .findFirst();
    }
}
