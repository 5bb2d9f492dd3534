package io.ethryx.server.cli;

import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.gateway.rules.GatewayCheck;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.settings.ListenText;
import java.io.PrintStream;
import java.util.List;
import java.util.function.ToIntFunction;

/** {@code ethryx gateway}: reads the configuration file and runs the gateway. */
final class GatewayCommand {

    private final PrintStream out;
    private final PrintStream err;
    private final ToIntFunction<GatewaySettings> program;

    GatewayCommand(PrintStream out, PrintStream err, ToIntFunction<GatewaySettings> program) {
        this.out = out;
        this.err = err;
        this.program = program;
    }

    int run(List<String> arguments) {
        ParsedArguments parsed = ParsedArguments.parse(CommandSpecs.gateway(), doubled(arguments));
        if (HelpPage.answers(parsed, CommandPages.gateway(), out)) {
            return 0;
        }
        List<Fault> faults = parsed.faultsUnlessOne(CommandSpecs.CONFIG, missing());
        List<String> addresses = parsed.filledValues(CommandSpecs.LISTEN);
        if (!faults.isEmpty()) {
            return usage(faults);
        } else if (addresses.size() > 1) {
            return usage(List.of(Fault.repeated(CommandSpecs.LISTEN)));
        }
        return run(parsed.filledValues(CommandSpecs.CONFIG).get(0), addresses);
    }

    private int run(String path, List<String> addresses) {
        GatewayFile file = GatewayFile.read(path);
        file.warnings().forEach(warning -> err.println("ethryx: warning: " + warning.sentence()));
        if (file.settings().isEmpty()) {
            file.faults().forEach(fault -> err.println("ethryx: " + fault.sentence()));
            return 1;
        }
        GatewaySettings settings = file.settings().get();
        List<String> written = GatewayCheck.inlineFaults(path, settings);
        if (!written.isEmpty()) {
            written.forEach(fault -> err.println("ethryx: " + fault));
            return 1;
        }
        if (addresses.isEmpty()) {
            return program.applyAsInt(settings);
        }
        try {
            ListenAddress address = ListenText.parse(addresses.get(0));
            return program.applyAsInt(settings.listeningOn(List.of(address)));
        } catch (InvalidSetting e) {
            return usage(List.of(Fault.of(Fault.Kind.USAGE, CommandSpecs.LISTEN, addresses.get(0), e)));
        }
    }

    static Fault missing() {
        return Fault.usage("--config is missing; name the configuration file with --config FILE");
    }

    /** The replaced program takes its flags with one dash, too. */
    private static List<String> doubled(List<String> arguments) {
        return arguments.stream()
                .map(argument -> argument.matches("-(config|listen)(=.*)?") ? "-" + argument : argument)
                .toList();
    }

    private int usage(List<Fault> faults) {
        faults.forEach(fault -> err.println("ethryx: " + fault.sentence()));
        return Fault.Kind.USAGE.exitCode;
    }
}
