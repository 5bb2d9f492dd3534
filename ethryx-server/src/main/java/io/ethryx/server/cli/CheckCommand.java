package io.ethryx.server.cli;

import io.ethryx.server.gateway.rules.GatewayCheck;
import java.io.PrintStream;
import java.util.List;

/** {@code ethryx check}: tells everything that is wrong with a configuration file. */
final class CheckCommand {

    private final PrintStream out;
    private final PrintStream err;

    CheckCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    int run(List<String> arguments) {
        ParsedArguments parsed = ParsedArguments.parse(CommandSpecs.check(), arguments);
        if (parsed.wantsHelp()) {
            out.print(HelpPage.of(CommandPages.check()));
            return 0;
        }
        if (parsed.wantsVersion()) {
            out.print(EthryxCommand.version());
            return 0;
        }
        List<String> files = parsed.values(CommandSpecs.CONFIG);
        if (!parsed.faults().isEmpty() || files.size() != 1) {
            List<Fault> faults = parsed.faults().isEmpty()
                    ? List.of(files.isEmpty() ? GatewayCommand.missing() : Fault.repeated(CommandSpecs.CONFIG))
                    : parsed.faults();
            faults.forEach(fault -> err.println("ethryx: " + fault.sentence()));
            return Fault.Kind.USAGE.exitCode;
        }
        GatewayCheck check = GatewayCheck.of(files.get(0));
        check.warnings().forEach(err::println);
        check.faults().forEach(out::println);
        int count = check.faults().size();
        out.println(count + (count == 1 ? " fault" : " faults"));
        return count == 0 ? 0 : 1;
    }
}
