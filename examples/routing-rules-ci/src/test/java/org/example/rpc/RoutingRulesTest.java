package org.example.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.ethryx.routing.RoutingExpectation;
import io.ethryx.routing.RoutingExpectation.Outcome;
import io.ethryx.server.gateway.rules.GatewayRouting;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoutingRulesTest {

    private static final String OLD_BALANCE = """
            {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0x00000000000000000000000000000000000000aa","0x1"]}""";
    private static final String NEW_LOGS = """
            {"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"latest"}]}""";

    @Test
    void old_balances_come_from_the_archive_and_new_logs_from_the_node_that_has_the_room() {
        var rules = GatewayRouting.read("gateway.yaml").routing().orElseThrow().check();
        var cases = List.of(
                RoutingExpectation.of("1", OLD_BALANCE, Outcome.ofNode("archive", "archive-1")),
                RoutingExpectation.of("1", NEW_LOGS, Outcome.ofNode("state", "state-2")));
        assertEquals(List.of(), rules.run(cases));
    }
}
