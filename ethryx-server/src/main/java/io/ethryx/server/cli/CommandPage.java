package io.ethryx.server.cli;

import java.util.List;

/**
 * What is told of one command, as {@code --help} and in the manual.
 *
 * @param name the command
 * @param summary one line
 * @param usage its forms
 * @param notes paragraphs before the flags, their lines broken
 * @param flagsTitle what stands above the flags
 * @param flags its own flags, without those that every command has
 * @param closing paragraphs after the flags, their lines broken
 */
record CommandPage(
        String name,
        String summary,
        List<String> usage,
        List<String> notes,
        String flagsTitle,
        List<Flag> flags,
        List<String> closing) {

    /** The flags that every command has. */
    static final List<Flag> EVERYWHERE = List.of(
            new Flag("-h, --help", List.of("Print this page")),
            new Flag("-V, --version", List.of("Print version and git revision")));

    CommandPage {
        usage = List.copyOf(usage);
        notes = List.copyOf(notes);
        flags = List.copyOf(flags);
        closing = List.copyOf(closing);
    }

    /**
     * One flag.
     *
     * @param form how it is written
     * @param lines what it does, its default and its variable
     */
    record Flag(String form, List<String> lines) {

        Flag {
            lines = List.copyOf(lines);
        }
    }
}
