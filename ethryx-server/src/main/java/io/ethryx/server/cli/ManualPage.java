package io.ethryx.server.cli;

import java.util.List;
import java.util.Locale;

/** The manual as {@code man} reads it: the pages of all commands in the language of man(7). */
final class ManualPage {

    private final StringBuilder text = new StringBuilder();

    private ManualPage() {}

    /**
     * Writes the manual.
     *
     * @param version of the program
     * @param pages the commands, the default one first
     * @return the text of {@code ethryx.1}
     */
    static String of(String version, List<CommandPage> pages) {
        ManualPage manual = new ManualPage();
        manual.head(version, pages);
        pages.forEach(manual::command);
        manual.tail();
        return manual.text.toString();
    }

    private void head(String version, List<CommandPage> pages) {
        request("TH ETHRYX 1 \"\" \"ethryx " + version + "\" \"User commands\"");
        section("NAME");
        line("ethryx \\- one dependable door in front of Ethereum nodes");
        section("SYNOPSIS");
        for (CommandPage page : pages) {
            for (String form : page.usage()) {
                request("B " + escaped(form));
                request("br");
            }
        }
    }

    private void command(CommandPage page) {
        section("ETHRYX " + page.name().toUpperCase(Locale.ROOT));
        line(escaped(page.summary()) + ".");
        page.notes().forEach(this::asItStands);
        page.flags().forEach(this::flag);
        page.closing().forEach(this::asItStands);
    }

    private void flag(CommandPage.Flag flag) {
        request("TP");
        request("B " + escaped(flag.form()));
        for (String part : flag.lines()) {
            line(escaped(part));
            request("br");
        }
    }

    private void asItStands(String note) {
        request("PP");
        request("nf");
        note.lines().forEach(part -> line(escaped(part)));
        request("fi");
    }

    private void tail() {
        section("EXIT STATUS");
        line("0 done, 1 findings, a refusal or a mismatch, 2 wrong usage; 128 and the number of a second signal.");
        section("SIGNALS");
        line("SIGTERM and SIGINT end the program in order: not ready at once, then time for what is in flight.");
    }

    private void section(String title) {
        request("SH \"" + title + '"');
    }

    private void request(String request) {
        text.append('.').append(request).append('\n');
    }

    private void line(String words) {
        // A line that begins with a dot or an apostrophe would be a request.
        text.append(words.startsWith(".") || words.startsWith("'") ? "\\&" : "")
                .append(words)
                .append('\n');
    }

    private static String escaped(String words) {
        return words.replace("\\", "\\e").replace("-", "\\-").replace("…", "...");
    }
}
