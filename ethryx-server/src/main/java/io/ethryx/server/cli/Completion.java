package io.ethryx.server.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The completion script, from the same specifications that arguments are read by. */
final class Completion {

    private Completion() {}

    static String bash() {
        CommandSpec root = CommandSpecs.sidecar().name("ethryx");
        CommandSpecs.subcommands().forEach(spec -> root.addSubcommand(spec.name(), spec));
        return AutoComplete.bash("ethryx", new CommandLine(root));
    }
}
