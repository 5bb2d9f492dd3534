package io.ethryx.server.gateway.admin;

import io.ethryx.discovery.EtcdEditor;
import java.util.List;

/** Makes changes, or shows them where a dry run is asked for, and writes down all that was tried. */
final class Changes {

    static final String CONFLICT = "concurrent modification detected, please retry";

    private final KeyStore store;
    private final AuditLog audit;

    Changes(KeyStore store, AuditLog audit) {
        this.store = store;
        this.audit = audit;
    }

    /**
     * Makes changes of keys.
     *
     * @param request who asks for them
     * @param draft what they are
     * @param failing words before what may go wrong, empty for none
     * @param done the answer once they are made, or if there is nothing to change
     */
    AdminAnswer commit(AdminRequest request, Draft draft, String failing, AdminAnswer done) {
        if (request.dryRun()) {
            return shown(draft.changes());
        }
        if (draft.changes().isEmpty()) {
            return done;
        }
        EtcdEditor.Outcome outcome = outcome(request, draft, failing);
        if (outcome == EtcdEditor.Outcome.CONFLICT) {
            audit.write(request, draft.changes(), "conflict");
            throw new AdminFault(
                    409,
                    failing.isEmpty() ? CONFLICT : failing + ": " + CONFLICT,
                    "a key was changed by somebody else between reading and writing it; nothing was changed");
        }
        audit.write(request, draft.changes(), "done");
        return done;
    }

    private EtcdEditor.Outcome outcome(AdminRequest request, Draft draft, String failing) {
        try {
            return store.commit(draft.edit());
        } catch (AdminFault fault) {
            audit.write(request, draft.changes(), "failed: " + fault.error());
            throw failing.isEmpty() ? fault : fault.after(failing);
        }
    }

    /** Makes changes of this process alone. */
    AdminAnswer locally(AdminRequest request, List<Draft.Change> changes, Runnable apply, AdminAnswer done) {
        if (request.dryRun()) {
            return shown(changes);
        }
        apply.run();
        audit.write(request, changes, "done");
        return done;
    }

    private static AdminAnswer shown(List<Draft.Change> changes) {
        JsonObject before = new JsonObject();
        JsonObject after = new JsonObject();
        for (Draft.Change change : changes) {
            before.with(change.key(), AdminJson.shown(change.before()));
            after.with(change.key(), AdminJson.shown(change.after()));
        }
        return AdminAnswer.ok(
                new JsonObject().with("dryRun", true).with("before", before).with("after", after));
    }
}
