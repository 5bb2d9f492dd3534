package io.ethryx.server.cli;

import io.ethryx.server.config.UrlMask;
import java.util.Map;

/** What {@code --help} prints. */
final class HelpPage {

    private static final String COMMON_OPTIONS = """
              -h, --help
                  Print this page
              -V, --version
                  Print version and git revision
        """;

    private HelpPage() {}

    static String sidecar(Map<String, String> environment) {
        StringBuilder page = new StringBuilder("""
            Reverse proxy in front of an Ethereum node pair

            Usage: ethryx [COMMAND] [FLAGS]

            Commands:
              sidecar  Serve one execution and one consensus client through one port (the default)
              gateway  Serve the nodes of many chains by a configuration file, see ethryx gateway --help
              check    Tell what is wrong with a configuration file, see ethryx check --help
              explain  Tell where a gateway would send calls and why, see ethryx explain --help
              demo     Serve simulated nodes, see ethryx demo --help
              help     Print this page

            Flags of sidecar (a flag wins over its variable, the variable over the default):
            """);
        for (SidecarFlag flag : SidecarFlag.values()) {
            append(flag, environment, page);
        }
        page.append(COMMON_OPTIONS);
        page.append("""

            DURATION: whole seconds, or a number with ms, s, m or h. SIZE: bytes, or a number with KiB or MiB.
            ETHRYX_LOG, else RUST_LOG: a list of level and target=level that replaces --log-level and --access-log;
            targets ethryx, ethryx::health, ethryx::proxy, access_log.
            """);
        return page.toString();
    }

    private static void append(SidecarFlag flag, Map<String, String> environment, StringBuilder page) {
        boolean isSwitch = flag.kind() == SidecarFlag.Kind.SWITCH;
        page.append("      ").append(flag.option());
        page.append(isSwitch ? "[=" : " <").append(flag.placeholder()).append(isSwitch ? "]" : ">");
        page.append(flag.kind() == SidecarFlag.Kind.LIST ? "  (repeatable, or a comma list)\n" : "\n");
        page.append("          ").append(flag.description()).append('\n');
        page.append("          ");
        flag.defaultText()
                .ifPresent(text -> page.append("[default: ").append(text).append("] "));
        page.append("[env: ").append(flag.variable()).append('=');
        page.append(shown(flag, environment.getOrDefault(flag.variable(), ""))).append("]\n");
    }

    private static String shown(SidecarFlag flag, String value) {
        return flag.holdsUrl() ? UrlMask.of(value) : value;
    }

    static String demo() {
        return """
            Serve a simulated node pair and a simulated cluster, so that everything can be tried without a node

            Usage: ethryx demo [--port PORT]

            The gateway listens on 127.0.0.1:8663, its metrics on 8664.

            Flags:
                  --port <PORT>
                      Where the sidecar listens on 127.0.0.1; 0 for free ports, the gateway's too
                      [default: 8547]
            """ + COMMON_OPTIONS;
    }

    static String gateway() {
        return """
            Serve the nodes of many chains: each JSON-RPC call goes to a node that has the block it asks about

            Usage: ethryx gateway --config FILE [--listen ADDRESS]

            Flags (one dash will do for each):
                  --config <FILE>
                      The configuration, YAML or JSON
                  --listen <ADDRESS>
                      Where to listen instead of listen in FILE: a port, or host:port
            """ + COMMON_OPTIONS;
    }

    static String check() {
        return """
            Tell everything that is wrong with a gateway's configuration file, one fault a line

            Usage: ethryx check --config FILE

            Exits with 0 if nothing is wrong, 1 if something is. Warnings go to the error stream.

            Flags:
                  --config <FILE>
                      The configuration, YAML or JSON
            """ + COMMON_OPTIONS;
    }

    static String explain() {
        return """
            Tell where a gateway would send calls and why, or whether it sends them where you expect

            Usage: ethryx explain --config FILE --chain ID [--head N] [--archive] [--json] [-|REQUESTS]
                   ethryx explain --config FILE --expect CASES

            REQUESTS holds a JSON-RPC request, a batch, or one of either a line; - or nothing is standard input.
            The topology is the one that FILE writes down, or with etcd its snapshot file; no node is asked.

            Exits with 0 if all is well, 1 if a file is refused or an expectation does not hold, 2 on wrong usage.

            Flags:
                  --config <FILE>
                      The gateway's configuration, YAML or JSON
                  --chain <ID>
                      The chain that the calls ask for, as in a path: 1, 0x1, 1-v2
                  --head <N>
                      The height of the chain's newest block, decimal or 0x…, instead of the topology's own
                  --archive
                      The caller asks for an archive node (x-nodex-node-type: archive)
                  --json
                      One JSON object a call instead of text
                  --expect <CASES>
                      A list of cases, YAML or JSON, each with chain, request and what to expect
            """ + COMMON_OPTIONS;
    }
}
