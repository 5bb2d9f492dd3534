package io.ethryx.server.demo;

/** What the demonstration prints once it serves: where everything is, and lines to try. */
final class DemoGreeting {

    private static final String POST = "  curl -s -H 'content-type: application/json' -d '";
    private static final String ACCOUNT = "0x00000000000000000000000000000000000000aa";

    private DemoGreeting() {}

    static String of(SimulatedNodes nodes, SimulatedCluster cluster, RunningSidecar sidecar, RunningGateway gateway) {
        String pair = "http://127.0.0.1:" + sidecar.port();
        String chain = "http://127.0.0.1:" + gateway.port() + "/1";
        SimulatedExecutionNode el = nodes.executionNode();
        return String.join(
                "\n",
                "simulated EL http://127.0.0.1:" + el.httpPort() + " (JSON-RPC), ws://127.0.0.1:" + el.wsPort()
                        + " (WebSocket)",
                "simulated CL http://127.0.0.1:" + nodes.consensusNode().port() + " (Beacon API); a slot lasts "
                        + nodes.chain().slot().toSeconds() + " seconds",
                "ready sidecar " + pair,
                "simulated State node s1 http://127.0.0.1:"
                        + cluster.stateNode().wsPort() + " (keeps the state of "
                        + SimulatedCluster.KEPT_BLOCKS + " blocks), Archive node a1 http://127.0.0.1:"
                        + cluster.archiveNode().wsPort() + ", Native node n1 http://127.0.0.1:"
                        + cluster.nativeNode().wsPort(),
                "ready gateway " + chain,
                "metrics of the gateway http://127.0.0.1:" + gateway.metricsPort() + "/metrics",
                "",
                "Try these in another terminal:",
                POST + call("eth_blockNumber", "") + "' " + pair,
                "  curl -s " + pair + "/eth/v1/node/syncing",
                "  curl -s " + pair + "/healthz",
                "  npx wscat -w 60 -c " + pair.replace("http:", "ws:") + " -x '"
                        + call("eth_subscribe", quoted("newHeads")) + "'   # with Node: a block each slot",
                "",
                "And at the gateway, where -i shows which node answered and why:",
                explained(call("eth_getBalance", quoted(ACCOUNT) + "," + quoted("latest")), chain) + "   # State",
                explained(call("eth_getBalance", quoted(ACCOUNT) + "," + quoted("0x1")), chain)
                        + "   # an old block: Archive",
                explained(call("debug_traceBlockByNumber", quoted("latest")), chain) + "   # -39008 there: Native",
                "",
                "Ctrl-C stops it.",
                "");
    }

    private static String explained(String call, String url) {
        return "  curl -si -H 'x-ethryx-explain: 1' -H 'content-type: application/json' -d '" + call + "' " + url;
    }

    private static String call(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":[" + params + "]}";
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
