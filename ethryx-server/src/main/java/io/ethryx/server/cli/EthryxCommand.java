package io.ethryx.server.cli;

import io.ethryx.server.config.BuildInfo;
import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.config.SidecarSettings;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The {@code ethryx} command: reads arguments and environment, runs what they ask for, and says what is wrong with them.
 *
 * <p>Exit codes: 0 done, 1 a configuration that is refused, 2 wrong usage; otherwise what the program returns. Each fault
 * is one line on the error stream.
 */
public final class EthryxCommand {

    private static final String DEMO_PORT = "8547";

    private final Map<String, String> environment;
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final Programs programs;

    /**
     * A command that hasn't run.
     *
     * @param environment the process environment
     * @param streams where it reads and prints
     * @param programs what to run
     */
    public EthryxCommand(Map<String, String> environment, Streams streams, Programs programs) {
        this.environment = Map.copyOf(environment);
        this.in = streams.in();
        this.out = streams.out();
        this.err = streams.err();
        this.programs = programs;
    }

    /**
     * Runs the command that the arguments name, the sidecar if they name none.
     *
     * @param arguments the command line
     * @return the exit code
     */
    public int run(String... arguments) {
        List<String> all = Arrays.asList(arguments);
        if (all.isEmpty() || all.get(0).startsWith("-")) {
            return sidecar(all);
        }
        String command = all.get(0);
        List<String> rest = all.subList(1, all.size());
        return switch (command) {
            case "sidecar" -> sidecar(rest);
            case "gateway" -> new GatewayCommand(out, err, programs.gateway()).run(rest);
            case "check" -> new CheckCommand(out, err).run(rest);
            case "explain" -> new ExplainCommand(new Streams(in, out, err)).run(rest);
            case "demo" -> demo(rest);
            case "top" -> new TopCommand(out, err).run(rest);
            case "migrate" -> new MigrateCommand(environment, out, err).run(rest);
            case "man" ->
                told(
                        CommandPages.man(),
                        rest,
                        () -> ManualPage.of(BuildInfo.current().version(), CommandPages.all()));
            case "completion" -> told(CommandPages.completion(), rest, Completion::bash);
            case "help" -> help(rest);
            default -> unknown(command);
        };
    }

    private int sidecar(List<String> arguments) {
        ParsedArguments parsed = ParsedArguments.parse(CommandSpecs.sidecar(), arguments);
        if (parsed.wantsHelp()) {
            return print(HelpPage.of(CommandPages.sidecar(environment)));
        }
        if (parsed.wantsVersion()) {
            return print(version());
        }
        FlagValues values = new FlagValues(parsed, environment);
        SidecarSettings settings = new SidecarReader(values, environment).read();
        return values.faults().isEmpty() ? programs.sidecar().applyAsInt(settings) : fail(values.faults());
    }

    private int demo(List<String> arguments) {
        ParsedArguments parsed = ParsedArguments.parse(CommandSpecs.demo(), arguments);
        if (parsed.wantsHelp()) {
            return print(HelpPage.of(CommandPages.demo()));
        }
        if (parsed.wantsVersion()) {
            return print(version());
        }
        if (!parsed.faults().isEmpty()) {
            return fail(parsed.faults());
        }
        List<String> given = parsed.values(CommandSpecs.PORT);
        if (given.size() > 1) {
            return fail(List.of(Fault.repeated(CommandSpecs.PORT)));
        }
        String port = given.isEmpty() ? DEMO_PORT : given.get(0);
        try {
            return programs.demo().applyAsInt(FlagParsers.port(port));
        } catch (InvalidSetting e) {
            return fail(List.of(Fault.of(Fault.Kind.USAGE, CommandSpecs.PORT, port, e)));
        }
    }

    private int help(List<String> topics) {
        return switch (topics.isEmpty() ? "sidecar" : topics.get(0)) {
            case "sidecar", "help" -> print(HelpPage.of(CommandPages.sidecar(environment)));
            case "demo" -> print(HelpPage.of(CommandPages.demo()));
            case "gateway" -> print(HelpPage.of(CommandPages.gateway()));
            case "check" -> print(HelpPage.of(CommandPages.check()));
            case "explain" -> print(HelpPage.of(CommandPages.explain()));
            case "top" -> print(HelpPage.of(CommandPages.top()));
            case "migrate" -> print(HelpPage.of(CommandPages.migrate()));
            case "man" -> print(HelpPage.of(CommandPages.man()));
            case "completion" -> print(HelpPage.of(CommandPages.completion()));
            default -> unknown(topics.get(0));
        };
    }

    /** A command without arguments that prints a text. */
    private int told(CommandPage page, List<String> arguments, Supplier<String> text) {
        ParsedArguments parsed = ParsedArguments.parse(CommandSpecs.plain(page.name()), arguments);
        if (parsed.wantsHelp()) {
            return print(HelpPage.of(page));
        }
        if (parsed.wantsVersion()) {
            return print(version());
        }
        return parsed.faults().isEmpty() ? print(text.get()) : fail(parsed.faults());
    }

    private int unknown(String command) {
        return fail(
                List.of(
                        Fault.usage(
                                "command " + Fault.quoted(command)
                                        + " is unknown; this one has sidecar, gateway, check, explain, demo, top, migrate, man, completion and help")));
    }

    private int print(String page) {
        out.print(page);
        out.flush();
        return 0;
    }

    static String version() {
        BuildInfo build = BuildInfo.current();
        return "ethryx " + build.version() + " (" + build.git() + ")\n";
    }

    private int fail(List<Fault> faults) {
        List<Fault> relevant = Fault.relevant(faults);
        relevant.forEach(fault -> err.print("ethryx: " + fault.sentence() + "\n"));
        err.flush();
        return relevant.get(0).kind().exitCode;
    }
}
