package io.ethryx.health;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the CL's two answers say (reference section 6; integers quoted or not, decision S21). */
final class ClReadings {

    private static final Set<String> SYNCING =
            Set.of("is_syncing", "head_slot", "sync_distance", "is_optimistic", "el_offline");

    private ClReadings() {}

    /** Never throws: whatever comes leads to a reading. */
    static Reading<ClSyncing> syncing(ProbeResponse response) {
        try {
            Map<String, JsonValue> data = data(response, SYNCING);
            boolean syncing =
                    flag(data, "is_syncing").orElseThrow(() -> new UnusableAnswerException("missing is_syncing"));
            Quantity headSlot = number(data, "head_slot");
            Quantity distance = number(data, "sync_distance");
            return new Reading.Known<>(
                    new ClSyncing(syncing, headSlot, distance, flag(data, "is_optimistic"), flag(data, "el_offline")));
        } catch (UnusableAnswerException unusable) {
            return new Reading.Failed<>(unusable.error());
        } catch (MalformedJsonException malformed) {
            return new Reading.Failed<>("decode: " + malformed.getMessage());
        }
    }

    /** Never throws: whatever comes leads to a reading. */
    static Reading<Quantity> peers(ProbeResponse response) {
        try {
            return new Reading.Known<>(number(data(response, Set.of("connected")), "connected"));
        } catch (UnusableAnswerException unusable) {
            return new Reading.Failed<>(unusable.error());
        } catch (MalformedJsonException malformed) {
            return new Reading.Failed<>("decode: " + malformed.getMessage());
        }
    }

    private static Map<String, JsonValue> data(ProbeResponse response, Set<String> wanted)
            throws UnusableAnswerException, MalformedJsonException {
        JsonValue data = HttpAnswer.json(response).members(Set.of("data")).get("data");
        if (data == null) {
            throw new UnusableAnswerException("missing data");
        }
        return data.members(wanted);
    }

    private static Optional<Boolean> flag(Map<String, JsonValue> data, String name) {
        JsonValue value = data.get(name);
        return value == null || value.type() != JsonValue.Type.BOOLEAN ? Optional.empty() : Optional.of(value.isTrue());
    }

    private static Quantity number(Map<String, JsonValue> data, String name)
            throws UnusableAnswerException, MalformedJsonException {
        JsonValue value = data.get(name);
        Optional<Quantity> number = Optional.empty();
        if (value != null && value.type() == JsonValue.Type.STRING) {
            number = Quantity.ofDecimal(value.string());
        } else if (value != null && value.type() == JsonValue.Type.NUMBER) {
            number = Quantity.ofDecimal(value.raw());
        }
        return number.orElseThrow(() -> new UnusableAnswerException("missing " + name));
    }
}
