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
        if (HelpPage.answers(parsed, CommandPages.check(), out)) {
            return 0;
        }
        List<Fault> faults = parsed.faultsUnlessOne(CommandSpecs.CONFIG, GatewayCommand.missing());
        if (!faults.isEmpty()) {
            faults.forEach(fault -> err.println("ethryx: " + fault.sentence()));
            return Fault.Kind.USAGE.exitCode;
        }
        GatewayCheck check =
                GatewayCheck.of(parsed.filledValues(CommandSpecs.CONFIG).get(0));
        check.warnings().forEach(err::println);
        check.faults().forEach(out::println);
        int count = check.faults().size();
        out.println(count + (count == 1 ? " fault" : " faults"));
        return count == 0 ? 0 : 1;
    }
}
