package io.ethryx.health;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the EL's answer to the batch of three says (reference section 6).
 *
 * @param syncing from {@code eth_syncing}
 * @param peers from {@code net_peerCount}
 * @param latestBlock from {@code eth_getBlockByNumber}
 */
record ElReadings(Reading<ElSyncing> syncing, Reading<Quantity> peers, Reading<LatestBlock> latestBlock) {

    private static final int CALLS = 3;
    private static final Set<String> ENVELOPE = Set.of("id", "error", "result");

    static ElReadings failed(String error) {
        return new ElReadings(new Reading.Failed<>(error), new Reading.Failed<>(error), new Reading.Failed<>(error));
    }

    /** Never throws: whatever comes leads to readings. */
    static ElReadings of(ProbeResponse response) {
        try {
            Map<Long, Map<String, JsonValue>> byId = byId(HttpAnswer.json(response));
            return new ElReadings(
                    reading(byId, 1, ElReadings::syncing),
                    reading(byId, 2, ElReadings::peers),
                    reading(byId, 3, ElReadings::latestBlock));
        } catch (UnusableAnswerException unusable) {
            return failed(unusable.error());
        } catch (MalformedJsonException malformed) {
            return failed("decode: " + malformed.getMessage());
        }
    }

    private static Map<Long, Map<String, JsonValue>> byId(JsonValue answer)
            throws UnusableAnswerException, MalformedJsonException {
        if (answer.type() != JsonValue.Type.ARRAY) {
            JsonValue error = answer.members(ENVELOPE).get("error");
            String instead =
                    error == null || error.type() == JsonValue.Type.NULL ? "" : " but " + RpcErrorText.of(error);
            throw new UnusableAnswerException("decode: not an array" + instead);
        }
        JsonValue.Elements elements = answer.elements(CALLS);
        if (elements.count() != CALLS) {
            throw new UnusableAnswerException("decode: expected 3 responses, got " + elements.count());
        }
        return byId(elements.first());
    }

    private static Map<Long, Map<String, JsonValue>> byId(List<JsonValue> elements)
            throws UnusableAnswerException, MalformedJsonException {
        Map<Long, Map<String, JsonValue>> byId = new HashMap<>();
        for (JsonValue element : elements) {
            Map<String, JsonValue> members = element.members(ENVELOPE);
            JsonValue id = members.get("id");
            Optional<Quantity> number = id == null || id.type() != JsonValue.Type.NUMBER || id.length() > 20
                    ? Optional.empty()
                    : Quantity.ofDecimal(id.raw());
            if (number.isEmpty()) {
                throw new UnusableAnswerException("decode: a response without an integer id");
            }
            byId.putIfAbsent(number.get().bits(), members);
        }
        return byId;
    }

    private static <T> Reading<T> reading(Map<Long, Map<String, JsonValue>> byId, long id, ResultReader<T> reader)
            throws MalformedJsonException {
        Map<String, JsonValue> response = byId.get(id);
        if (response == null) {
            return new Reading.Failed<>("decode: missing response for id " + id);
        }
        JsonValue error = response.get("error");
        if (error != null && error.type() != JsonValue.Type.NULL) {
            return new Reading.Failed<>(RpcErrorText.of(error));
        }
        JsonValue result = response.get("result");
        if (result == null || result.type() == JsonValue.Type.NULL) {
            return new Reading.Failed<>("decode: missing result");
        }
        return reader.read(result);
    }

    private static Reading<ElSyncing> syncing(JsonValue result) throws MalformedJsonException {
        if (result.type() == JsonValue.Type.BOOLEAN) {
            return new Reading.Known<>(result.isTrue() ? new ElSyncing.Syncing() : new ElSyncing.Synced());
        }
        Map<String, JsonValue> members = result.members(Set.of("currentBlock", "highestBlock"));
        Optional<String> current = quantityText(members, "currentBlock");
        Optional<String> highest = quantityText(members, "highestBlock");
        if (current.isEmpty() || highest.isEmpty()) {
            return new Reading.Failed<>("decode: neither a boolean nor an object with currentBlock and highestBlock");
        }
        return new Reading.Known<>(new ElSyncing.SyncingTowards(Excerpt.of(current.get()), Excerpt.of(highest.get())));
    }

    private static Reading<Quantity> peers(JsonValue result) throws MalformedJsonException {
        Optional<String> text = quantityText(result);
        if (text.isEmpty()) {
            return new Reading.Failed<>("decode: neither a string nor an integer");
        }
        Optional<Quantity> count = Quantity.ofHex(text.get());
        return count.isPresent() ? new Reading.Known<>(count.get()) : new Reading.Garbled<>(Excerpt.of(text.get()));
    }

    private static Reading<LatestBlock> latestBlock(JsonValue result) throws MalformedJsonException {
        Map<String, JsonValue> members = result.members(Set.of("number", "timestamp"));
        Optional<String> number = quantityText(members, "number");
        Optional<String> timestamp = quantityText(members, "timestamp");
        if (number.isEmpty() || timestamp.isEmpty()) {
            return new Reading.Failed<>("decode: not an object with number and timestamp");
        }
        Optional<LatestBlock> block = Quantity.ofHex(number.get())
                .flatMap(height -> Quantity.ofHex(timestamp.get()).map(time -> new LatestBlock(height, time)));
        return block.isPresent()
                ? new Reading.Known<>(block.get())
                : new Reading.Garbled<>(Excerpt.of(number.get() + ", " + timestamp.get()));
    }

    private static Optional<String> quantityText(Map<String, JsonValue> members, String name)
            throws MalformedJsonException {
        JsonValue value = members.get(name);
        return value == null ? Optional.empty() : quantityText(value);
    }

    /** A string as it is, a JSON integer in hexadecimal, another number as it stands there (which is no quantity). */
    private static Optional<String> quantityText(JsonValue value) throws MalformedJsonException {
        return switch (value.type()) {
            case STRING -> Optional.of(value.string());
            case NUMBER ->
                Optional.of(Quantity.ofDecimal(value.excerpt())
                        .map(number -> "0x" + Long.toHexString(number.bits()))
                        .orElse(value.excerpt() + " (a number)"));
            default -> Optional.empty();
        };
    }

    private interface ResultReader<T> {
        Reading<T> read(JsonValue result) throws MalformedJsonException;
    }
}
