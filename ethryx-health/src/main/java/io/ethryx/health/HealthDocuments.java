package io.ethryx.health;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Renders {@code /readyz} and {@code /healthz} (reference section 6 and the contracts' health documents). */
final class HealthDocuments {

    private HealthDocuments() {}

    static HealthDocument readyz(Readiness readiness) {
        JsonText json = readinessMembers(readiness).end('}');
        return document(readiness, json);
    }

    static HealthDocument verboseReadyz(Readiness readiness, List<Transition> newestFirst) {
        JsonText json = readinessMembers(readiness).name("timeline").begin('[');
        for (Transition transition : newestFirst) {
            json.begin('{')
                    .string("at", transition.at().toString())
                    .string("from", transition.from().wireName())
                    .string("to", transition.to().wireName())
                    .string("reason", transition.readiness().reason().wireName())
                    .string("detail", transition.readiness().reasonDetail())
                    .end('}');
        }
        return document(readiness, json.end(']').end('}'));
    }

    static HealthDocument healthz(PairSnapshot snapshot, Duration age, SlotClock slots, Instant now) {
        JsonText json = new JsonText().begin('{');
        el(json, snapshot.el(), now);
        cl(json, snapshot.cl(), slots, now);
        json.bare("snapshot_age_secs", age.toSeconds()).end('}');
        return new HealthDocument(200, json.bytes());
    }

    /** Before the first poll: nothing is known but how the layers would be spoken to. */
    static HealthDocument unpolled(String elTransport) {
        JsonText json = new JsonText().begin('{');
        json.name("el")
                .begin('{')
                .string("transport", elTransport)
                .strings("errors", List.of("warming up"))
                .end('}');
        json.name("cl")
                .begin('{')
                .string("transport", "http/1.1")
                .strings("errors", List.of("warming up"))
                .end('}');
        return new HealthDocument(200, json.end('}').bytes());
    }

    private static HealthDocument document(Readiness readiness, JsonText json) {
        return new HealthDocument(readiness.ready() ? 200 : 503, json.bytes());
    }

    private static JsonText readinessMembers(Readiness readiness) {
        JsonText json = new JsonText().begin('{');
        ReadinessState state = readiness.ready() ? ReadinessState.READY : ReadinessState.NOT_READY;
        json.string("status", state.wireName());
        for (ReadinessCheck check : readiness.checks()) {
            json.name(check.name().wireName())
                    .begin('{')
                    .bare("ok", check.ok())
                    .string("detail", check.detail())
                    .end('}');
        }
        return json;
    }

    private static void el(JsonText json, ElSnapshot el, Instant now) {
        json.name("el").begin('{').string("transport", el.transport());
        el.syncing().known().ifPresent(said -> json.bare("syncing", !(said instanceof ElSyncing.Synced)));
        el.syncDistance().ifPresent(distance -> json.bare("sync_distance", distance));
        el.peers().known().ifPresent(peers -> json.bare("peers", peers));
        el.latestBlock()
                .known()
                .ifPresent(block -> json.bare("block_number", block.number())
                        .bare("block_age_secs", SlotClock.ageOfTimestamp(block.timestamp(), now)));
        errors(json, ErrorTexts.of(el));
    }

    private static void cl(JsonText json, ClSnapshot cl, SlotClock slots, Instant now) {
        json.name("cl").begin('{').string("transport", cl.transport());
        cl.syncing()
                .known()
                .ifPresent(said -> json.bare("syncing", said.syncing()).bare("sync_distance", said.syncDistance()));
        cl.peers().known().ifPresent(peers -> json.bare("peers", peers));
        cl.syncing().known().ifPresent(said -> {
            json.bare("head_slot", said.headSlot());
            slots.ageOf(said.headSlot(), now).ifPresent(age -> json.bare("slot_age_secs", age));
            said.optimistic().ifPresent(optimistic -> json.bare("is_optimistic", optimistic));
            said.elOffline().ifPresent(offline -> json.bare("el_offline", offline));
        });
        errors(json, ErrorTexts.of(cl));
    }

    private static void errors(JsonText json, List<String> errors) {
        if (!errors.isEmpty()) {
            json.strings("errors", errors);
        }
        json.end('}');
    }
}
