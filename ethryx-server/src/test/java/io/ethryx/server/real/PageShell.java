package io.ethryx.server.real;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A shell that is told one command after the other and remembers variables and jobs. What it started ends with it. */
final class PageShell implements AutoCloseable {

    private static final String END = "-- end of the command --";

    private final Process bash;
    private final Writer told;
    private final BufferedReader printed;

    PageShell(Path folder) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "--norc", "--noprofile")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("ETHRYX_JAVA_OPTS");
        bash = builder.start();
        told = new OutputStreamWriter(bash.getOutputStream(), StandardCharsets.UTF_8);
        printed = new BufferedReader(new InputStreamReader(bash.getInputStream(), StandardCharsets.UTF_8));
        told.write("trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n");
    }

    /** Runs a command, and waits for its end unless it ends with {@code &}; then its output goes to the file {@code log}. */
    String run(String command) throws IOException {
        String whole = command.endsWith("&") ? command.substring(0, command.length() - 1) + ">log 2>&1 &" : command;
        told.write("{ " + whole + "\n} </dev/null 2>&1\nprintf '\\n%s\\n' '" + END + "'\n");
        told.flush();
        StringBuilder text = new StringBuilder();
        for (String line = printed.readLine(); !END.equals(line); line = printed.readLine()) {
            if (line == null) {
                throw new IllegalStateException("the shell ended at: " + command + "\n" + text);
            }
            text.append(line).append('\n');
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        told.close();
        if (!bash.waitFor(30, TimeUnit.SECONDS)) {
            bash.destroyForcibly().waitFor();
        }
    }
}
