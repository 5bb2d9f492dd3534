package io.ethryx.server.cli;

import java.io.PrintStream;
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

    /** Prints a command's page, or the version, where that is what was asked for; says whether it was. */
    static boolean answers(ParsedArguments parsed, CommandPage page, PrintStream out) {
        if (parsed.wantsHelp()) {
            out.print(of(page));
        } else if (parsed.wantsVersion()) {
            out.print(EthryxCommand.version());
        }
        return parsed.wantsHelp() || parsed.wantsVersion();
    }

    private static void append(List<CommandPage.Flag> flags, StringBuilder text) {
        for (CommandPage.Flag flag : flags) {
            text.append("      ").append(flag.form()).append('\n');
            flag.lines().forEach(line -> text.append("          ").append(line).append('\n'));
        }
    }
}
