package io.ethryx.server.cli;

import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.top.TopProgram;
import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code ethryx top}: the numbers of a running program. */
final class TopCommand {

    private static final String USUAL_URL = "http://127.0.0.1:8664";
    private static final String USUAL_INTERVAL = "2s";

    private final PrintStream out;
    private final PrintStream err;

    TopCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    int run(List<String> arguments) {
        ParsedArguments parsed = ParsedArguments.parse(CommandSpecs.top(), arguments);
        if (HelpPage.answers(parsed, CommandPages.top(), out)) {
            return 0;
        }
        List<Fault> faults = new ArrayList<>(parsed.faults());
        String url = one(parsed, CommandSpecs.URL, USUAL_URL, faults);
        String pause = one(parsed, CommandSpecs.INTERVAL, USUAL_INTERVAL, faults);
        try {
            URI base = base(url);
            Duration interval = interval(pause);
            if (faults.isEmpty()) {
                return show(new TopProgram(base, out), interval, parsed.given(CommandSpecs.ONCE));
            }
        } catch (InvalidSetting e) {
            boolean aboutUrl = e.remedy().contains("http");
            faults.add(Fault.of(
                    Fault.Kind.USAGE, aboutUrl ? CommandSpecs.URL : CommandSpecs.INTERVAL, aboutUrl ? url : pause, e));
        }
        faults.forEach(fault -> err.println("ethryx: " + fault.sentence()));
        return Fault.Kind.USAGE.exitCode;
    }

    private static int show(TopProgram program, Duration interval, boolean once) {
        try {
            if (once) {
                return program.once();
            }
            program.run(interval);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private static String one(ParsedArguments parsed, String option, String usual, List<Fault> faults) {
        List<String> given = parsed.values(option);
        if (given.size() > 1) {
            faults.add(Fault.repeated(option));
        }
        return given.isEmpty() ? usual : given.get(0);
    }

    private static URI base(String url) throws InvalidSetting {
        try {
            URI uri = new URI(url);
            if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // said below
        }
        throw new InvalidSetting("is no URL of a listener", "write one such as " + USUAL_URL);
    }

    private static Duration interval(String text) throws InvalidSetting {
        Duration interval = FlagParsers.duration(text);
        if (interval.isZero()) {
            throw new InvalidSetting("is no time to wait", "write one such as " + USUAL_INTERVAL);
        }
        return interval;
    }
}
