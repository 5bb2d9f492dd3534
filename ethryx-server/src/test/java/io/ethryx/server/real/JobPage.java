package io.ethryx.server.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A page of docs/jobs as the steps that its reader takes. A block of {@code console} has commands behind {@code $ } and below each
 * what it prints; {@code …} stands for what differs from run to run, as a line of its own for any lines. Another block whose first
 * line is a comment with a file's name is that file.
 */
record JobPage(List<Step> steps) {

    /** Something that the reader does. */
    sealed interface Step {}

    /** Writes a file. */
    record Write(String name, String content) implements Step {}

    /** Runs a command in a shell. */
    record Run(String command, String shown) implements Step {

        boolean matches(String printed) {
            StringBuilder pattern = new StringBuilder();
            for (String line : shown.split("\n", -1)) {
                pattern.append(line.equals("…") ? "(?s:.*)" : quoted(line) + "\n");
            }
            return shown.isEmpty()
                    ? printed.isBlank()
                    : Pattern.matches(pattern.toString(), printed.stripTrailing() + "\n");
        }

        private static String quoted(String line) {
            List<String> parts = new ArrayList<>();
            for (String part : line.split("…", -1)) {
                parts.add(Pattern.quote(part));
            }
            return String.join(".*", parts);
        }
    }

    private static final Pattern NAMED = Pattern.compile("# ([a-z][a-z.-]*\\.(yaml|jsonl))");

    static JobPage read(Path file) throws IOException {
        List<Step> steps = new ArrayList<>();
        String[] parts = Files.readString(file).split("(?m)^```", -1);
        for (int i = 1; i < parts.length; i += 2) {
            String kind = parts[i].substring(0, parts[i].indexOf('\n'));
            String text = parts[i].substring(kind.length() + 1);
            if (kind.equals("console")) {
                steps.addAll(runs(text));
            } else {
                var named = NAMED.matcher(text.lines().findFirst().orElse(""));
                if (named.matches()) {
                    steps.add(new Write(named.group(1), text.substring(text.indexOf('\n') + 1)));
                }
            }
        }
        return new JobPage(List.copyOf(steps));
    }

    private static List<Run> runs(String console) {
        List<Run> runs = new ArrayList<>();
        for (String part : console.split("(?m)^\\$ ", -1)) {
            if (!part.isBlank()) {
                // a command goes on behind a backslash
                int end = part.indexOf('\n');
                while (part.charAt(end - 1) == '\\') {
                    end = part.indexOf('\n', end + 1);
                }
                runs.add(new Run(part.substring(0, end), part.substring(end + 1).stripTrailing()));
            }
        }
        return runs;
    }
}
