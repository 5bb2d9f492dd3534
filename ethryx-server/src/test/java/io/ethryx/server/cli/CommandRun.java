package io.ethryx.server.cli;

import io.ethryx.server.config.SidecarSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** One run of the command without a process: what it printed, what it started, how it ended. */
record CommandRun(int exitCode, String out, String err, SidecarSettings settings, int demoPort) {

    /** What the fake programs return. */
    static final int STARTED = 42;

    static CommandRun of(String... arguments) {
        return in(Map.of(), arguments);
    }

    static CommandRun in(Map<String, String> environment, String... arguments) {
        return run(environment, "", arguments);
    }

    /** A run with something on its standard input. */
    static CommandRun reading(String input, String... arguments) {
        return run(Map.of(), input, arguments);
    }

    private static CommandRun run(Map<String, String> environment, String input, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        AtomicReference<SidecarSettings> settings = new AtomicReference<>();
        AtomicInteger demoPort = new AtomicInteger(-1);
        Programs programs = new Programs(
                given -> {
                    settings.set(given);
                    return STARTED;
                },
                given -> STARTED,
                port -> {
                    demoPort.set(port);
                    return STARTED;
                });
        int exitCode = new EthryxCommand(
                        environment,
                        new Streams(
                                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                                new PrintStream(out, true, StandardCharsets.UTF_8),
                                new PrintStream(err, true, StandardCharsets.UTF_8)),
                        programs)
                .run(arguments);
        return new CommandRun(
                exitCode,
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8),
                settings.get(),
                demoPort.get());
    }

    List<String> faults() {
        return err.lines().toList();
    }
}
