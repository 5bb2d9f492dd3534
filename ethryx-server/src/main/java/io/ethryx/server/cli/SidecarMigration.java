package io.ethryx.server.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The command line and the variables of the replaced sidecar as ours: the flags are the same but for those that went away over
 * its versions.
 *
 * @param arguments the flags that are carried, as they stood
 * @param notes what was left out or has another name, and what acts differently, a sentence each
 */
record SidecarMigration(List<String> arguments, List<String> notes) {

    private static final Set<String> GONE = Set.of("--el-min-peers", "--cl-min-peers");
    private static final Map<String, String> RENAMED = Map.of(
            "ETHRYX_EL_MAX_BLOCK_AGE", "ETHRYX_EL_MAX_BLOCK_AGE_SECS",
            "ETHRYX_CL_MAX_SLOT_AGE", "ETHRYX_CL_MAX_SLOT_AGE_SECS");
    private static final List<String> ALWAYS = List.of(
            "SIGTERM drains as SIGINT does; give the service more time to stop than --shutdown-grace",
            "the port opens before the first poll; wire readiness to /readyz and liveness to /livez");

    SidecarMigration {
        arguments = List.copyOf(arguments);
        notes = List.copyOf(notes);
    }

    static SidecarMigration of(List<String> given, Map<String, String> environment) {
        List<String> carried = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            String argument = given.get(i);
            String flag = argument.contains("=") ? argument.substring(0, argument.indexOf('=')) : argument;
            if (GONE.contains(flag)) {
                notes.add(flag + " is gone: peers gate nothing; watch ethryx_upstream_peers instead (left out)");
                boolean valueFollows = flag.equals(argument)
                        && i + 1 < given.size()
                        && !given.get(i + 1).startsWith("--");
                i += valueFollows ? 1 : 0;
            } else {
                carried.add(argument);
            }
        }
        GONE.forEach(flag -> {
            String variable = "ETHRYX_" + flag.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
            if (environment.containsKey(variable)) {
                notes.add(variable + " is gone: peers gate nothing; unset it");
            }
        });
        RENAMED.forEach((before, now) -> {
            if (environment.containsKey(before)) {
                notes.add(before + " is called " + now + " now; rename it");
            }
        });
        boolean paced = given.stream().anyMatch(argument -> argument.startsWith("--health-poll-interval"))
                || environment.containsKey(SidecarFlag.HEALTH_POLL_INTERVAL.variable());
        if (!paced) {
            notes.add(
                    "polls come every 5 s unless --health-poll-interval says otherwise; since 0.2.3 it was every second");
        }
        notes.addAll(ALWAYS);
        return new SidecarMigration(carried, notes);
    }

    /** The command, ready to be put into a unit or a script. */
    String command() {
        StringBuilder text = new StringBuilder("ethryx sidecar");
        for (String argument : arguments) {
            text.append(argument.startsWith("--") ? " \\\n  " : " ").append(quoted(argument));
        }
        return text.append('\n').toString();
    }

    private static String quoted(String argument) {
        return argument.matches("[A-Za-z0-9_./:@%+,=~^-]+") ? argument : '\'' + argument.replace("'", "'\\''") + '\'';
    }
}
