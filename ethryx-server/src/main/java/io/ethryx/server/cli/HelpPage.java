package io.ethryx.server.cli;

import java.util.List;

/** What {@code --help} prints of a command. */
final class HelpPage {

    private HelpPage() {}

    static String of(CommandPage page) {
        StringBuilder text = new StringBuilder(page.summary()).append("\n\nUsage: ");
        text.append(String.join("\n       ", page.usage())).append('\n');
        page.notes().forEach(note -> text.append('\n').append(note).append('\n'));
        text.append('\n').append(page.flagsTitle()).append('\n');
        append(page.flags(), text);
        append(CommandPage.EVERYWHERE, text);
        page.closing().forEach(note -> text.append('\n').append(note).append('\n'));
        return text.toString();
    }

    private static void append(List<CommandPage.Flag> flags, StringBuilder text) {
        for (CommandPage.Flag flag : flags) {
            text.append("      ").append(flag.form()).append('\n');
            flag.lines().forEach(line -> text.append("          ").append(line).append('\n'));
        }
    }
}
