package io.ethryx.server.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
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

    List<Fault> faults() {
        List<Fault> faults = new ArrayList<>();
        for (Exception error : result.errors()) {
            if (error instanceof UnmatchedArgumentException unmatched) {
                addUnmatched(unmatched.getUnmatched(), faults);
            } else if (error instanceof ParameterException wrong) {
                faults.add(fault(wrong));
            } else {
                throw new IllegalStateException(error);
            }
        }
        return faults;
    }

    private void addUnmatched(List<String> unmatched, List<Fault> faults) {
        boolean afterFlag = false;
        for (String argument : unmatched) {
            boolean flag = argument.length() > 1 && argument.startsWith("-");
            if (flag) {
                int equals = argument.indexOf('=');
                String name = equals < 0 ? argument : argument.substring(0, equals);
                faults.add(Fault.usage(
                        "flag " + Fault.quoted(name) + " is unknown; see ethryx " + command + " --help for the flags"));
            } else if (!afterFlag) {
                faults.add(Fault.usage("argument " + Fault.quoted(argument)
                        + " belongs to no flag; remove it, or see ethryx " + command + " --help"));
            }
            afterFlag = flag;
        }
    }

    private static Fault fault(ParameterException error) {
        String option = name(error);
        if (error instanceof OverwrittenOptionException) {
            return Fault.usage(option + " stands more than once but takes one value; leave one of them");
        }
        if (error instanceof MissingParameterException) {
            return Fault.usage(option + " has no value but needs one; write " + option + "=VALUE");
        }
        return Fault.usage(option + " can't be read; see --help");
    }

    private static String name(ParameterException error) {
        CommandLine.Model.@Nullable ArgSpec spec = error.getArgSpec();
        if (spec instanceof OptionSpec option) {
            return option.longestName();
        }
        if (error instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            return missing.getMissing().get(0) instanceof OptionSpec option ? option.longestName() : "an argument";
        }
        return "an argument";
    }
}
