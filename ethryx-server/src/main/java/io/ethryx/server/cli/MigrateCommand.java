package io.ethryx.server.cli;

import io.ethryx.server.config.SidecarSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** {@code ethryx migrate}: what the replaced programs were told, as it has to be told here. */
final class MigrateCommand {

    private static final String SIDECAR = "sidecar";

    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    MigrateCommand(Map<String, String> environment, PrintStream out, PrintStream err) {
        this.environment = environment;
        this.out = out;
        this.err = err;
    }

    int run(List<String> arguments) {
        if (!arguments.isEmpty() && arguments.get(0).equals(SIDECAR)) {
            return sidecar(arguments.subList(1, arguments.size()));
        }
        ParsedArguments parsed = ParsedArguments.parse(CommandSpecs.migrate(), arguments);
        if (HelpPage.answers(parsed, CommandPages.migrate(), out)) {
            return 0;
        }
        List<Fault> faults = parsed.faultsUnlessOne(
                CommandSpecs.CONFIG,
                Fault.usage(
                        "neither sidecar nor --config is named; write ethryx migrate --config FILE, or ethryx migrate"
                                + " sidecar and the old flags"));
        if (!faults.isEmpty()) {
            faults.forEach(fault -> err.println("ethryx: " + fault.sentence()));
            return Fault.Kind.USAGE.exitCode;
        }
        return gateway(parsed.filledValues(CommandSpecs.CONFIG).get(0));
    }

    private int gateway(String path) {
        String text;
        try {
            text = Files.readString(Path.of(path));
        } catch (NoSuchFileException e) {
            return refuse(path + ": is not there; name a file that exists");
        } catch (CharacterCodingException e) {
            return refuse(path + ": is not UTF-8; save it as UTF-8");
        } catch (IOException e) {
            return refuse(path + ": can't be read (" + e.getMessage() + "); name a readable file");
        }
        GatewayMigration migration = GatewayMigration.of(path, text);
        migration.notes().forEach(note -> err.println("note: " + note));
        migration.faults().forEach(fault -> err.println("fault: " + fault));
        out.print(migration.text());
        return migration.faults().isEmpty() ? 0 : 1;
    }

    private int refuse(String sentence) {
        err.println("ethryx: " + sentence);
        return Fault.Kind.REFUSAL.exitCode;
    }

    private int sidecar(List<String> given) {
        SidecarMigration migration = SidecarMigration.of(given, environment);
        migration.notes().forEach(note -> err.println("note: " + note));
        FlagValues values =
                new FlagValues(ParsedArguments.parse(CommandSpecs.sidecar(), migration.arguments()), environment);
        SidecarSettings unused = new SidecarReader(values, environment).read();
        out.print(migration.command());
        List<Fault> faults = Fault.relevant(values.faults());
        faults.forEach(fault -> err.println("fault: " + fault.sentence()));
        return faults.isEmpty() ? 0 : faults.get(0).kind().exitCode;
    }
}
