package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import io.ethryx.discovery.EtcdValue;
import io.ethryx.server.gateway.admin.Route.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The writers of a chain, and which of them leads (reference section 12.9). */
final class WriterRoutes {

    private static final String WRITERS = "writers/";
    private static final String LEADER = "leader";
    private static final String FAILED_TO_SWITCH = "Failed to switch leader";

    private final ChainKeys keys;
    private final Changes changes;

    WriterRoutes(ChainKeys keys, Changes changes) {
        this.keys = keys;
        this.changes = changes;
    }

    List<Route> routes() {
        return List.of(
                new Route("GET", "/{chainId}/writers", Reach.READ_ETCD, this::all),
                new Route("GET", "/{chainId}/writers/leader", Reach.READ_ETCD, this::leader),
                new Route("POST", "/{chainId}/writers/switchLeader", Reach.ETCD, this::switchLeader));
    }

    private AdminAnswer all(AdminRequest request) {
        List<EtcdValue> read = ChainKeys.saying("Failed to list writers", () -> keys.findAll(request.chain(), WRITERS));
        String leader = "";
        for (EtcdValue value : read) {
            leader = id(value).equals(LEADER) ? value.text().strip() : leader;
        }
        List<JsonObject> writers = new ArrayList<>();
        for (EtcdValue value : read) {
            if (!id(value).equals(LEADER) && AdminJson.shown(value.text()) instanceof Map<?, ?> members) {
                writers.add(writer(id(value), members, leader));
            }
        }
        return AdminAnswer.ok(new JsonObject()
                .with("writers", writers.isEmpty() ? null : writers)
                .with("current_leader", leader));
    }

    private static String id(EtcdValue value) {
        return value.key().substring(value.key().indexOf(WRITERS) + WRITERS.length());
    }

    private static JsonObject writer(String id, Map<?, ?> members, String leader) {
        return new JsonObject()
                .with("node_id", id)
                .with("node_x_bucket", textOf(members, "node_x_bucket"))
                .with("chain_table_bucket", textOf(members, "chain_table_bucket"))
                .with("region", textOf(members, "region"))
                .with("brokers", members.get("brokers") instanceof List<?> brokers ? brokers : null)
                .with("topic", textOf(members, "topic"))
                .with("status", id.equals(leader) ? LEADER : "backup");
    }

    private static String textOf(Map<?, ?> members, String name) {
        return members.get(name) instanceof String text ? text : "";
    }

    private AdminAnswer leader(AdminRequest request) {
        ChainId chain = request.chain();
        String failing = "Failed to get leader status";
        String leader = keys.find(chain, WRITERS + LEADER, failing)
                .map(value -> value.text().strip())
                .filter(id -> !id.isEmpty())
                .orElseThrow(() -> new AdminFault(
                        500,
                        failing + ": no leader found for chain " + chain,
                        "no writer has taken the lead; choose one with writers/switchLeader"));
        return AdminAnswer.ok(new JsonObject().with("current_leader", leader));
    }

    private AdminAnswer switchLeader(AdminRequest request) {
        String next = wanted(request);
        try {
            return switchTo(next, request);
        } catch (AdminFault fault) {
            return AdminAnswer.json(
                    fault.status(),
                    new JsonObject()
                            .with("success", false)
                            .with("message", FAILED_TO_SWITCH + ": " + fault.error())
                            .with("old_leader", "")
                            .with("new_leader", ""));
        }
    }

    private static String wanted(AdminRequest request) {
        Optional<String> next;
        try {
            next = request.json().text("new_leader");
        } catch (AdminFault malformed) {
            throw AdminFault.bad("Invalid request body: " + malformed.detail(), "send {\"new_leader\":\"ID\"}");
        }
        request.dryRun();
        return next.orElseThrow(() -> AdminFault.bad("new_leader is required", "send {\"new_leader\":\"ID\"}"));
    }

    /** The new leader has to be there when the lead is given to it. */
    private AdminAnswer switchTo(String next, AdminRequest request) {
        ChainId chain = request.chain();
        Optional<EtcdValue> target = next.equals(LEADER) ? Optional.empty() : keys.find(chain, WRITERS + next);
        EtcdValue there = target.orElseThrow(() -> new AdminFault(500, "target node ID not found or offline", null));
        Optional<EtcdValue> leads = keys.find(chain, WRITERS + LEADER);
        String place = there.key().substring(0, there.key().length() - next.length()) + LEADER;
        Draft draft = leads.isPresent() ? Draft.NONE.replace(leads.get(), next) : Draft.NONE.make(place, next);
        return changes.commit(
                request,
                draft.whileUnchanged(there),
                "",
                AdminAnswer.ok(new JsonObject()
                        .with("success", true)
                        .with("message", "Leader switched successfully")
                        .with(
                                "old_leader",
                                leads.map(value -> value.text().strip()).orElse(""))
                        .with("new_leader", next)));
    }
}
