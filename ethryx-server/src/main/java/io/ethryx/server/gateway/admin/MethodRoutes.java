package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.GatewaySettings;
import io.ethryx.core.topology.MethodRoute;
import io.ethryx.core.topology.Node;
import io.ethryx.server.gateway.admin.Route.Reach;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which nodes serve a method (reference section 12.7). */
final class MethodRoutes {

    private static final MethodRoute NOTHING = new MethodRoute(Set.of(), Set.of());

    private final LiveState live;
    private final ChainKeys keys;
    private final Changes changes;

    MethodRoutes(LiveState live, ChainKeys keys, Changes changes) {
        this.live = live;
        this.keys = keys;
        this.changes = changes;
    }

    List<Route> routes() {
        return List.of(
                new Route("POST", "/{chainId}/addMethodRoute", Reach.ETCD, this::add),
                new Route("POST", "/{chainId}/removeMethodRoute", Reach.ETCD, this::remove),
                new Route("DELETE", "/{chainId}/deleteMethodRoute/{method}", Reach.ETCD, this::delete),
                new Route("GET", "/{chainId}/getAllMethodRoutes", Reach.READ_ETCD, this::all),
                new Route("GET", "/{chainId}/getMethodRoute/{method}", Reach.READ_ETCD, this::one));
    }

    /** What a call asks to be added or removed. */
    private record Asked(String method, List<String> include, List<String> exclude) {}

    private Asked asked(AdminRequest request) {
        Members body = request.json();
        Asked asked = new Asked(
                body.text("method").orElse(""), body.texts("include_node_keys"), body.texts("exclude_node_keys"));
        if (asked.include().isEmpty() && asked.exclude().isEmpty()) {
            throw AdminFault.bad(
                    "at least one of include or exclude is required",
                    "send node keys in include_node_keys or exclude_node_keys");
        }
        Set<String> known =
                live.chain(request.chain()).nodes().stream().map(Node::key).collect(Collectors.toSet());
        if (known.isEmpty()) {
            throw AdminFault.bad(
                    "no nodes found for chainID " + request.chain(),
                    "register nodes for that chain before their routes");
        }
        checkKnown(asked.include(), known);
        checkKnown(asked.exclude(), known);
        if (asked.method().isEmpty()) {
            throw AdminFault.bad("method is required", "send the name of a method, such as eth_call");
        }
        return asked;
    }

    private static void checkKnown(List<String> nodeKeys, Set<String> known) {
        for (String key : nodeKeys) {
            if (!known.contains(key)) {
                throw AdminFault.bad("node " + key + " not found", "name nodes that are registered for the chain");
            }
        }
    }

    private AdminAnswer add(AdminRequest request) {
        String failing = "failed to add method route";
        Asked asked = asked(request);
        GatewayKey gateway = GatewayKey.of(keys, request.chain(), failing);
        Draft draft = gateway.edited(
                Draft.NONE, failing, document -> document.withRoute(asked.method(), asked.include(), asked.exclude()));
        return changes.commit(request, draft, failing, lists(asked.method(), gateway.settingsAfter(draft)));
    }

    private AdminAnswer remove(AdminRequest request) {
        String failing = "failed to remove method route";
        Asked asked = asked(request);
        GatewayKey gateway = known(request.chain(), asked.method(), failing);
        Draft draft = gateway.edited(
                Draft.NONE,
                failing,
                document -> document.withoutRoute(asked.method(), asked.include(), asked.exclude()));
        return changes.commit(request, draft, failing, lists(asked.method(), gateway.settingsAfter(draft)));
    }

    private AdminAnswer delete(AdminRequest request) {
        String failing = "failed to delete method route";
        String method = request.name("method");
        Draft draft = known(request.chain(), method, failing)
                .edited(Draft.NONE, failing, document -> document.withoutRoute(method));
        return changes.commit(
                request,
                draft,
                failing,
                AdminAnswer.ok(new JsonObject().with("message", "method route deleted successfully")));
    }

    private GatewayKey known(ChainId chain, String method, String failing) {
        GatewayKey gateway = GatewayKey.of(keys, chain, failing);
        if (!gateway.settings().routes().containsKey(method)) {
            throw notFound(method);
        }
        return gateway;
    }

    private static AdminFault notFound(String method) {
        return AdminFault.notFound("method route(" + method + ") not found");
    }

    private static AdminAnswer lists(String method, GatewaySettings settings) {
        MethodRoute route = settings.routes().getOrDefault(method, NOTHING);
        return AdminAnswer.ok(new JsonObject()
                .with("method", method)
                .with("include_node_keys", new TreeSet<>(route.include()))
                .with("exclude_node_keys", new TreeSet<>(route.exclude())));
    }

    private AdminAnswer all(AdminRequest request) {
        Map<String, JsonObject> shown = new TreeMap<>();
        stored(request.chain()).routes().forEach((method, route) -> shown.put(method, sets(route)));
        return AdminAnswer.ok(new JsonObject().with("method_routes", shown.isEmpty() ? null : shown));
    }

    private AdminAnswer one(AdminRequest request) {
        String method = request.name("method");
        MethodRoute route = stored(request.chain()).routes().get(method);
        if (route == null) {
            throw notFound(method);
        }
        return AdminAnswer.ok(new JsonObject().with("method_route", sets(route)));
    }

    /** As etcd has them; those that calls go by, where the topology is written down. */
    private GatewaySettings stored(ChainId chain) {
        if (live.etcd()) {
            return GatewayKey.of(keys, chain, "failed to get method routes").settings();
        }
        return Objects.requireNonNullElse(live.chain(chain).gateway(), GatewaySettings.NONE);
    }

    private static JsonObject sets(MethodRoute route) {
        return new JsonObject()
                .with("include_node_keys", set(route.include()))
                .with("exclude_node_keys", set(route.exclude()));
    }

    private static Map<String, Boolean> set(Set<String> nodeKeys) {
        Map<String, Boolean> set = new TreeMap<>();
        nodeKeys.forEach(key -> set.put(key, true));
        return set;
    }
}
