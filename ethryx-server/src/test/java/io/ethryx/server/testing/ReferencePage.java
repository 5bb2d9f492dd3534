package io.ethryx.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A table under docs/reference that is made from the code. Where it differs, the right text is left under target/reference, to be
 * copied over.
 */
public final class ReferencePage {

    private static final Path PAGES = Path.of("..", "docs", "reference");

    private ReferencePage() {}

    /**
     * Compares a page with what the code says.
     *
     * @param name the file
     * @param expected what has to stand in it
     * @throws IOException if a file can't be read or written
     */
    public static void same(String name, String expected) throws IOException {
        Path page = PAGES.resolve(name);
        String there = Files.exists(page) ? Files.readString(page) : "";
        Path right = Files.createDirectories(Path.of("target", "reference")).resolve(name);
        if (there.equals(expected)) {
            Files.deleteIfExists(right);
        } else {
            Files.writeString(right, expected);
        }
        assertThat(there)
                .as("docs/reference/%s; the right text is in ethryx-server/target/reference/%s", name, name)
                .isEqualTo(expected);
    }

    /**
     * The families of a page of metrics as a table.
     *
     * @param title what the page is called
     * @param metrics text of version 0.0.4
     * @return a page
     */
    public static String ofMetrics(String title, String metrics) {
        StringBuilder page =
                new StringBuilder("# " + title + "\n\nMade from a running program and compared with it by a test.\n\n");
        page.append("| Family | Type | What it tells |\n|---|---|---|\n");
        String help = "";
        for (String line : metrics.lines()
                .filter(each -> each.startsWith("# "))
                .sorted(ReferencePage::byName)
                .toList()) {
            List<String> words = List.of(line.split(" ", 4));
            if (words.get(1).equals("HELP")) {
                help = words.get(3);
            } else if (words.get(1).equals("TYPE")) {
                page.append("| `" + words.get(2) + "` | " + words.get(3) + " | " + help.replace("|", "\\|") + " |\n");
            }
        }
        return page.toString();
    }

    /** The help of a family stands before its type. */
    private static int byName(String one, String other) {
        List<String> a = List.of(one.split(" ", 4));
        List<String> b = List.of(other.split(" ", 4));
        int names = a.size() > 2 && b.size() > 2 ? a.get(2).compareTo(b.get(2)) : one.compareTo(other);
        return names != 0 ? names : a.get(1).compareTo(b.get(1));
    }
}
