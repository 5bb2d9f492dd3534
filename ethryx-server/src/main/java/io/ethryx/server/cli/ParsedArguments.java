package io.ethryx.server.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** A command's arguments, taken apart by picocli and not interpreted. */
final class ParsedArguments {

    private final ParseResult result;
    private final String command;

    private ParsedArguments(ParseResult result, String command) {
        this.result = result;
        this.command = command;
    }

    static ParsedArguments parse(CommandSpec spec, List<String> arguments) {
        spec.parser().collectErrors(true);
        CommandLine commandLine = new CommandLine(spec)
                .setExpandAtFiles(false)
                .setInterpolateVariables(false)
                .setOverwrittenOptionsAllowed(true)
                .setPosixClusteredShortOptionsAllowed(false);
        return new ParsedArguments(commandLine.parseArgs(arguments.toArray(String[]::new)), spec.name());
    }

    boolean wantsHelp() {
        return result.isUsageHelpRequested();
    }

    boolean wantsVersion() {
        return result.isVersionHelpRequested();
    }

    /** The values of an option in order, or none if it wasn't given. */
    List<String> values(String option) {
        OptionSpec matched = result.matchedOption(option);
        return matched == null ? List.of() : matched.stringValues();
    }

    /** The same without empty ones, where these count as none: a script may pass on a variable that nobody set. */
    List<String> filledValues(String option) {
        return values(option).stream().filter(value -> !value.isBlank()).toList();
    }

    /** What stands by itself, in order. */
    List<String> operands() {
        return result.matchedPositionals().stream()
                .flatMap(operand -> operand.stringValues().stream())
                .toList();
    }

    /** Whether an option was given. */
    boolean given(String option) {
        return result.hasMatchedOption(option);
    }

    /** What picocli found wrong. How often an option may stand is not its business. */
    List<Fault> faults() {
        List<Fault> faults = new ArrayList<>();
        for (Exception error : result.errors()) {
            if (error instanceof UnmatchedArgumentException unmatched) {
                addUnmatched(unmatched.getUnmatched(), faults);
            } else if (error instanceof MissingParameterException missing) {
                faults.add(Fault.usage(withoutValue(missing)));
            } else if (error instanceof MaxValuesExceededException surplus) {
                faults.add(Fault.usage(withValue(surplus)));
            } else {
                throw new IllegalStateException(error);
            }
        }
        return faults;
    }

    /** What is wrong with arguments that must have one option once, and filled; {@link #faults} come first. */
    List<Fault> faultsUnlessOne(String option, Fault missing) {
        List<Fault> faults = faults();
        int times = filledValues(option).size();
        if (faults.isEmpty() && times != 1) {
            faults.add(times == 0 ? missing : Fault.repeated(option));
        }
        return faults;
    }

    private void addUnmatched(List<String> unmatched, List<Fault> faults) {
        // what stands after a flag in trouble is most likely its value
        boolean explained = !faults.isEmpty();
        for (String argument : unmatched) {
            boolean flag = argument.length() > 1 && argument.startsWith("-");
            if (flag) {
                int equals = argument.indexOf('=');
                String name = equals < 0 ? argument : argument.substring(0, equals);
                faults.add(Fault.usage(
                        "flag " + Fault.quoted(name) + " is unknown; see ethryx " + command + " --help for the flags"));
            } else if (!explained) {
                faults.add(Fault.usage("argument " + Fault.quoted(argument)
                        + " belongs to no flag; remove it, or see ethryx " + command + " --help"));
            }
            explained = flag;
        }
    }

    private static String withoutValue(MissingParameterException error) {
        String option = error.getMissing().stream()
                .filter(OptionSpec.class::isInstance)
                .map(spec -> ((OptionSpec) spec).longestName())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(error));
        return option + " has no value but needs one; write " + option + "=VALUE";
    }

    /** The error names its option in quotes, and nowhere else. */
    private static String withValue(MaxValuesExceededException error) {
        String[] quoted = String.valueOf(error.getMessage()).split("'", 3);
        String option = quoted.length > 1 ? quoted[1] : "a flag";
        return option + " has a value but takes none; write it without";
    }
}
