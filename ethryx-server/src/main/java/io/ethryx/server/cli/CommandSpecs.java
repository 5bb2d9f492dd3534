package io.ethryx.server.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The commands as picocli sees them; built without reflection, for a fast start. Values stay text. */
final class CommandSpecs {

    static final String PORT = "--port";

    private CommandSpecs() {}

    static CommandSpec sidecar() {
        CommandSpec spec = command("sidecar");
        for (SidecarFlag flag : SidecarFlag.values()) {
            OptionSpec.Builder option = OptionSpec.builder(flag.option()).description(flag.description());
            spec.addOption(
                    switch (flag.kind()) {
                        case ONE -> option.type(String.class).arity("1").build();
                        case LIST ->
                            option.type(List.class)
                                    .auxiliaryTypes(String.class)
                                    .arity("1")
                                    .build();
                        case SWITCH ->
                            option.type(String.class)
                                    .arity("0..1")
                                    .fallbackValue("true")
                                    .build();
                    });
        }
        return spec;
    }

    static CommandSpec demo() {
        return command("demo")
                .addOption(
                        OptionSpec.builder(PORT).type(String.class).arity("1").build());
    }

    private static CommandSpec command(String name) {
        return CommandSpec.create()
                .name(name)
                .addOption(OptionSpec.builder("-h", "--help")
                        .type(boolean.class)
                        .usageHelp(true)
                        .build())
                .addOption(OptionSpec.builder("-V", "--version")
                        .type(boolean.class)
                        .versionHelp(true)
                        .build());
    }
}
