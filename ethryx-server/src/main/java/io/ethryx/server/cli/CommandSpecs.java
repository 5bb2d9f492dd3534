package io.ethryx.server.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The commands as picocli sees them; built without reflection, for a fast start. Values stay text. */
final class CommandSpecs {

    static final String PORT = "--port";
    static final String CONFIG = "--config";
    static final String LISTEN = "--listen";
    static final String CHAIN = "--chain";
    static final String HEAD = "--head";
    static final String ARCHIVE = "--archive";
    static final String JSON = "--json";
    static final String EXPECT = "--expect";
    static final String URL = "--url";
    static final String INTERVAL = "--interval";
    static final String ONCE = "--once";

    private CommandSpecs() {}

    /** Those that may stand first on the command line, for completion. */
    static List<CommandSpec> subcommands() {
        return List.of(
                sidecar(),
                gateway(),
                check(),
                explain(),
                demo(),
                top(),
                migrate(),
                command("man"),
                command("completion"),
                command("help"));
    }

    static CommandSpec plain(String name) {
        return command(name);
    }

    static CommandSpec sidecar() {
        CommandSpec spec = command("sidecar");
        for (SidecarFlag flag : SidecarFlag.values()) {
            OptionSpec.Builder option = option(flag.option()).description(flag.description());
            if (flag.kind() == SidecarFlag.Kind.SWITCH) {
                option.arity("0..1").fallbackValue("true");
            }
            spec.addOption(option.build());
        }
        return spec;
    }

    static CommandSpec demo() {
        return command("demo").addOption(option(PORT).build());
    }

    static CommandSpec gateway() {
        return command("gateway")
                .addOption(option(CONFIG).build())
                .addOption(option(LISTEN).build());
    }

    static CommandSpec check() {
        return command("check").addOption(option(CONFIG).build());
    }

    static CommandSpec top() {
        return command("top")
                .addOption(option(URL).build())
                .addOption(option(INTERVAL).build())
                .addOption(
                        OptionSpec.builder(ONCE).type(boolean.class).arity("0").build());
    }

    static CommandSpec migrate() {
        return command("migrate").addOption(option(CONFIG).build());
    }

    static CommandSpec explain() {
        CommandSpec spec = command("explain");
        List.of(CONFIG, CHAIN, HEAD, EXPECT)
                .forEach(name -> spec.addOption(option(name).build()));
        List.of(ARCHIVE, JSON)
                .forEach(name -> spec.addOption(
                        OptionSpec.builder(name).type(boolean.class).arity("0").build()));
        return spec.addPositional(PositionalParamSpec.builder()
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("0..*")
                .build());
    }

    /** An option that collects its values; who reads them judges their number. */
    private static OptionSpec.Builder option(String name) {
        return OptionSpec.builder(name)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1");
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
