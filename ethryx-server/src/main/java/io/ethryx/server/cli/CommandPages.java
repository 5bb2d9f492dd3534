package io.ethryx.server.cli;

import io.ethryx.server.config.UrlMask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The pages of all commands. */
final class CommandPages {

    private static final CommandPage.Flag CONFIG = flag("--config <FILE>", "The gateway's configuration, YAML or JSON");

    private CommandPages() {}

    /** All of them, the sidecar's without anyone's environment. */
    static List<CommandPage> all() {
        return List.of(sidecar(Map.of()), gateway(), check(), explain(), demo(), top(), migrate(), man(), completion());
    }

    static CommandPage sidecar(Map<String, String> environment) {
        return new CommandPage(
                "sidecar",
                "Reverse proxy in front of an Ethereum node pair",
                List.of("ethryx [COMMAND] [FLAGS]"),
                List.of("""
                    Commands:
                      sidecar     Serve one execution and one consensus client through one port (the default)
                      gateway     Serve the nodes of many chains by a configuration file
                      check       Tell what is wrong with a configuration file
                      explain     Tell where a gateway would send calls and why
                      demo        Serve simulated nodes
                      top         Show the numbers of a running gateway or sidecar
                      migrate     Turn settings of the replaced programs into these
                      man         Print the manual
                      completion  Print a completion script for a shell
                      help        Print this page, or with a command that command's\
                    """),
                "Flags of sidecar (a flag wins over its variable, the variable over the default):",
                Arrays.stream(SidecarFlag.values())
                        .map(flag -> flag(flag, environment))
                        .toList(),
                List.of(
                        "DURATION: whole seconds, or a number with ms, s, m or h. SIZE: bytes, or a number with KiB or"
                                + " MiB.",
                        """
                        ETHRYX_LOG, else RUST_LOG: a list of level and target=level that replaces --log-level and --access-log;
                        targets ethryx, ethryx::health, ethryx::proxy, access_log.\
                        """));
    }

    private static CommandPage.Flag flag(SidecarFlag flag, Map<String, String> environment) {
        boolean isSwitch = flag.kind() == SidecarFlag.Kind.SWITCH;
        String form = flag.option()
                + (isSwitch ? "[=" : " <")
                + flag.placeholder()
                + (isSwitch ? "]" : ">")
                + (flag.kind() == SidecarFlag.Kind.LIST ? "  (repeatable, or a comma list)" : "");
        String value = environment.getOrDefault(flag.variable(), "");
        return flag(
                form,
                flag.description(),
                flag.defaultText().map(text -> "[default: " + text + "] ").orElse("") + "[env: " + flag.variable() + '='
                        + (flag.holdsUrl() ? UrlMask.of(value) : value) + ']');
    }

    static CommandPage demo() {
        return page(
                "demo",
                "Serve a simulated node pair and a simulated cluster, so that everything can be tried without a node",
                List.of("ethryx demo [--port PORT]"),
                List.of("The gateway listens on 127.0.0.1:8663, its metrics on 8664."),
                List.of(flag(
                        "--port <PORT>",
                        "Where the sidecar listens on 127.0.0.1; 0 for free ports, the gateway's too",
                        "[default: 8547]")));
    }

    static CommandPage gateway() {
        return new CommandPage(
                "gateway",
                "Serve the nodes of many chains: each JSON-RPC call goes to a node that has the block it asks about",
                List.of("ethryx gateway --config FILE [--listen ADDRESS]"),
                List.of(),
                "Flags (one dash will do for each):",
                List.of(
                        flag("--config <FILE>", "The configuration, YAML or JSON"),
                        flag("--listen <ADDRESS>", "Where to listen instead of listen in FILE: a port, or host:port")),
                List.of());
    }

    static CommandPage check() {
        return page(
                "check",
                "Tell everything that is wrong with a gateway's configuration file, one fault a line",
                List.of("ethryx check --config FILE"),
                List.of("Exits with 0 if nothing is wrong, 1 if something is. Warnings go to the error stream."),
                List.of(flag("--config <FILE>", "The configuration, YAML or JSON")));
    }

    static CommandPage explain() {
        List<CommandPage.Flag> flags = new ArrayList<>(List.of(CONFIG));
        flags.addAll(List.of(
                flag("--chain <ID>", "The chain that the calls ask for, as in a path: 1, 0x1, 1-v2"),
                flag(
                        "--head <N>",
                        "The height of the chain's newest block, decimal or 0x…, instead of the topology's own"),
                flag("--archive", "The caller asks for an archive node (x-nodex-node-type: archive)"),
                flag("--json", "One JSON object a call instead of text"),
                flag(
                        "--expect <CASES>",
                        "A list of cases, YAML or JSON, each with chain, request and what to expect")));
        return page(
                "explain",
                "Tell where a gateway would send calls and why, or whether it sends them where you expect",
                List.of(
                        "ethryx explain --config FILE --chain ID [--head N] [--archive] [--json] [-|REQUESTS]",
                        "ethryx explain --config FILE --expect CASES"),
                List.of(
                        """
                        REQUESTS holds a JSON-RPC request, a batch, or one of either a line; - or nothing is standard input.
                        The topology is the one that FILE writes down, or with etcd its snapshot file; no node is asked.\
                        """,
                        "Exits with 0 if all is well, 1 if a file is refused or an expectation does not hold, 2 on"
                                + " wrong usage."),
                flags);
    }

    static CommandPage top() {
        return page(
                "top",
                "Show the numbers of a running gateway or sidecar, refreshed in place",
                List.of("ethryx top [--url URL] [--interval DURATION] [--once]"),
                List.of("URL is that of the listener of metrics; which of the two stands behind it is found out."),
                List.of(
                        flag("--url <URL>", "Where /metrics is", "[default: http://127.0.0.1:8664]"),
                        flag("--interval <DURATION>", "How long to wait between two screens", "[default: 2s]"),
                        flag("--once", "Print one screen and end; 1 if there are no metrics")));
    }

    static CommandPage migrate() {
        return page(
                "migrate",
                "Turn what the replaced programs were told into what is told here, and list what differs",
                List.of("ethryx migrate --config OLD.yaml > NEW.yaml", "ethryx migrate sidecar OLD-FLAGS"),
                List.of(
                        "The new configuration, or the new command, goes to the standard output and is checked; notes and"
                                + " faults go\nto the error stream. With sidecar the environment is looked at, too.",
                        "Exits with 0 if all is carried and sound, 1 if something has to be mended by hand, 2 on wrong usage or"
                                + "\nold flags that are no longer known."),
                List.of(flag("--config <OLD.yaml>", "The configuration of the replaced gateway")));
    }

    static CommandPage man() {
        return page(
                "man",
                "Print the manual, for man",
                List.of("ethryx man"),
                List.of("To read it: ethryx man | man -l -"),
                List.of());
    }

    static CommandPage completion() {
        return page(
                "completion",
                "Print a script that completes commands and flags in bash, and in zsh through bashcompinit",
                List.of("ethryx completion"),
                List.of("To use it at once: . <(ethryx completion)"),
                List.of());
    }

    private static CommandPage page(
            String name, String summary, List<String> usage, List<String> notes, List<CommandPage.Flag> flags) {
        return new CommandPage(name, summary, usage, notes, "Flags:", flags, List.of());
    }

    private static CommandPage.Flag flag(String form, String... lines) {
        return new CommandPage.Flag(form, List.of(lines));
    }
}
