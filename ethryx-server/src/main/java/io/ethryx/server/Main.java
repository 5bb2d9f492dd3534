package io.ethryx.server;

import io.ethryx.server.cli.EthryxCommand;
import io.ethryx.server.cli.Programs;
import io.ethryx.server.cli.Streams;
import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.demo.DemoProgram;
import io.ethryx.server.demo.Launchers;
import io.ethryx.server.gateway.GatewayProgram;
import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.logging.JsonLogging;
import io.ethryx.server.logging.LogFilter;
import io.ethryx.server.logging.LogLevel;
import io.ethryx.server.logging.Targets;
import io.ethryx.server.sidecar.EarlyClasses;
import io.ethryx.server.sidecar.SidecarProgram;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntSupplier;
import org.slf4j.LoggerFactory;

/** The program's entry point. */
public final class Main {

    private Main() {}

    /**
     * Runs the command that the arguments name.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals("sidecar")) {
            JsonLogging.prepare();
            EarlyClasses.load();
        }
        Programs programs = new Programs(Main::sidecar, Main::gateway, Main::demo);
        System.exit(
                new EthryxCommand(System.getenv(), new Streams(System.in, System.out, System.err), programs).run(args));
    }

    private static int sidecar(SidecarSettings settings) {
        return logging(settings.logging().filter(), () -> SidecarProgram.run(settings, System.err));
    }

    private static int gateway(GatewaySettings settings) {
        GatewaySettings.Logging logging = settings.logging();
        Map<String, String> environment = new HashMap<>();
        logging.filter().ifPresent(filter -> environment.put("ETHRYX_LOG", filter));
        environment.putAll(System.getenv());
        LogLevel level = LogLevel.valueOf(logging.level().toUpperCase(Locale.ROOT));
        LogFilter filter = LogFilter.of(level, logging.accessLog(), environment);
        return logging(filter, () -> GatewayProgram.run(settings, System.err));
    }

    private static int demo(int port) {
        LogFilter filter = LogFilter.of(LogLevel.WARN, false, System.getenv());
        return logging(filter, () -> DemoProgram.run(port, new Launchers(DemoSidecar::start, DemoGateway::start)));
    }

    /** The last lines are written before the process ends, whatever ends it. */
    private static int logging(LogFilter filter, IntSupplier program) {
        JsonLogging log = JsonLogging.configure(filter);
        try {
            return runGuarded(program);
        } finally {
            log.close();
        }
    }

    private static int runGuarded(IntSupplier program) {
        try {
            return program.getAsInt();
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(Targets.ETHRYX).error("stopped by a fault of the program", e);
            System.err.print("ethryx: stopped by a fault of the program: " + e + "; please report it\n");
            return 1;
        }
    }
}
