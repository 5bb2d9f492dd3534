package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.discovery.EtcdValue;
import io.ethryx.server.gateway.admin.Route.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Targets of mirrored calls, those of all gateways and those of this process alone (reference section 12.8). */
final class MirrorRoutes {

    /** etcd takes no more than 128 in one transaction. */
    private static final int AT_ONCE = 100;

    private static final String DELETED = "mirror target deleted successfully";
    private static final String ALL_DELETED = "all mirror targets deleted successfully";

    private final LiveState live;
    private final ChainKeys keys;
    private final Changes changes;

    MirrorRoutes(LiveState live, ChainKeys keys, Changes changes) {
        this.live = live;
        this.keys = keys;
        this.changes = changes;
    }

    List<Route> routes() {
        return List.of(
                new Route("POST", "/{chainId}/addMirror", Reach.ETCD, this::add),
                new Route("DELETE", "/{chainId}/deleteMirror", Reach.ETCD, this::delete),
                new Route("DELETE", "/{chainId}/deleteAllMirrors", Reach.ETCD, this::deleteAll),
                new Route("POST", "/{chainId}/addLocalMirror", Reach.LOCAL, this::addLocal),
                new Route("DELETE", "/{chainId}/deleteLocalMirror", Reach.LOCAL, this::deleteLocal),
                new Route("DELETE", "/{chainId}/deleteAllLocalMirrors", Reach.LOCAL, this::deleteAllLocal),
                new Route("GET", "/{chainId}/getMirrors", Reach.READ, this::one),
                new Route("GET", "/getAllMirrors", Reach.READ, this::all));
    }

    private static String rest(MirrorAsked asked) {
        return "mirror/" + asked.key();
    }

    private static AdminAnswer message(String text) {
        return AdminAnswer.ok(new JsonObject().with("message", text));
    }

    private AdminAnswer add(AdminRequest request) {
        ChainId chain = request.chain();
        MirrorAsked asked = MirrorAsked.of(request.typedJson());
        String key = ChainKeys.key(chain, rest(asked));
        String text = Desired.checked(key, asked.text());
        if (keys.find(chain, rest(asked), "failed to get mirror from etcd").isPresent()) {
            throw AdminFault.bad(
                    "mirror " + asked.key() + " already exists", "delete it first, to give it another rateLimit");
        }
        return changes.commit(request, Draft.NONE.make(key, text), "", asked.added());
    }

    private AdminAnswer delete(AdminRequest request) {
        MirrorAsked asked = MirrorAsked.of(request.typedJson());
        String failing = "failed to delete mirror";
        EtcdValue read = keys.find(request.chain(), rest(asked), failing)
                .orElseThrow(() -> AdminFault.notFound("mirror " + asked.key() + " not found"));
        return changes.commit(request, Draft.NONE.delete(read), failing, message(DELETED));
    }

    /** In parts that etcd takes; each is guarded, and all of them are shown by a dry run. */
    private AdminAnswer deleteAll(AdminRequest request) {
        ChainId chain = request.chain();
        String failing = "failed to delete mirrors";
        List<EtcdValue> all = ChainKeys.saying(failing, () -> keys.findAll(chain, "mirror/"));
        Draft draft = Draft.NONE;
        for (EtcdValue read : all) {
            draft = draft.delete(read);
            if (draft.changes().size() == AT_ONCE && !request.dryRun()) {
                changes.commit(request, draft, failing, message(ALL_DELETED));
                draft = Draft.NONE;
            }
        }
        return changes.commit(request, draft, failing, message(ALL_DELETED));
    }

    private AdminAnswer addLocal(AdminRequest request) {
        ChainId chain = request.chain();
        MirrorAsked asked = MirrorAsked.of(request.typedJson());
        String key = ChainKeys.key(chain, rest(asked));
        Desired.checked(key, asked.text());
        String before = live.laidOver(chain).mirrors().stream()
                .filter(target -> target.key().equals(asked.key()))
                .map(target -> MirrorAsked.of(target).text())
                .findFirst()
                .orElse(null);
        return changes.locally(
                request,
                List.of(new Draft.Change(key, before, asked.text())),
                () -> live.local().putMirror(chain, asked.target()),
                asked.added());
    }

    private AdminAnswer deleteLocal(AdminRequest request) {
        ChainId chain = request.chain();
        String key = MirrorAsked.of(request.typedJson()).key();
        List<MirrorTarget> gone = live.laidOver(chain).mirrors().stream()
                .filter(target -> target.key().equals(key))
                .toList();
        return changes.locally(request, ends(chain, gone), () -> hide(chain, gone), message(DELETED));
    }

    private AdminAnswer deleteAllLocal(AdminRequest request) {
        ChainId chain = request.chain();
        List<MirrorTarget> gone = live.laidOver(chain).mirrors();
        return changes.locally(request, ends(chain, gone), () -> hide(chain, gone), message(ALL_DELETED));
    }

    private void hide(ChainId chain, List<MirrorTarget> targets) {
        targets.forEach(target -> live.local().deleteMirror(chain, target.key()));
    }

    private static List<Draft.Change> ends(ChainId chain, List<MirrorTarget> targets) {
        List<Draft.Change> ends = new ArrayList<>();
        for (MirrorTarget target : targets) {
            String key = ChainKeys.key(chain, "mirror/" + target.key());
            ends.add(new Draft.Change(key, MirrorAsked.of(target).text(), null));
        }
        return ends;
    }

    private AdminAnswer one(AdminRequest request) {
        ChainId chain = request.chain();
        List<JsonObject> shown = shown(live.laidOver(chain));
        return AdminAnswer.ok(new JsonObject()
                .with("chain_id", chain.toString())
                .with("count", shown.size())
                .with("mirrors", shown));
    }

    private AdminAnswer all(AdminRequest request) {
        Map<String, List<JsonObject>> byChain = new TreeMap<>();
        live.local().topology().chains().forEach((id, chain) -> {
            if (!chain.mirrors().isEmpty()) {
                byChain.put(id.toString(), shown(chain));
            }
        });
        return AdminAnswer.ok(new JsonObject().with("mirrors", byChain));
    }

    private static List<JsonObject> shown(ChainTopology chain) {
        return chain.mirrors().stream()
                .map(target -> MirrorAsked.of(target).shown())
                .toList();
    }
}
