package io.ethryx.health;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What the answers about the pair as a unit say (decision S6). Nothing here throws: whatever comes leads to a reading. */
final class FitReadings {

    private static final Pattern HASH = Pattern.compile("0x[0-9a-fA-F]{64}");
    private static final Pattern NO_HASH = Pattern.compile("0x0{64}");
    private static final Set<Integer> NO_SUCH_ENDPOINT = Set.of(404, 405, 501);
    private static final Set<String> ENVELOPE = Set.of("id", "error", "result");
    private static final String METHOD_NOT_FOUND = "-32601";

    private FitReadings() {}

    private interface Reader<T> {
        Reading<T> read() throws UnusableAnswerException, MalformedJsonException;
    }

    private static <T> Reading<T> reading(Reader<T> reader) {
        try {
            return reader.read();
        } catch (UnusableAnswerException unusable) {
            return new Reading.Failed<>(unusable.error());
        } catch (MalformedJsonException malformed) {
            return new Reading.Failed<>("decode: " + malformed.getMessage());
        }
    }

    /** A number in the {@code data} of an answer of the Beacon API, known to be untold where the endpoint or member is not there. */
    static Reading<Optional<Quantity>> chainId(ProbeResponse response, String member) {
        if (NO_SUCH_ENDPOINT.contains(response.status())) {
            return new Reading.Known<>(Optional.empty());
        }
        return reading(() -> {
            JsonValue data = HttpAnswer.json(response).members(Set.of("data")).get("data");
            JsonValue value = data == null ? null : data.members(Set.of(member)).get(member);
            if (value == null) {
                return new Reading.Known<>(Optional.empty());
            }
            Optional<Quantity> number =
                    Quantity.ofDecimal(value.type() == JsonValue.Type.STRING ? value.string() : value.excerpt());
            return number.isPresent() ? new Reading.Known<>(number) : new Reading.Garbled<>(value.excerpt());
        });
    }

    /** The hash of the execution block that a beacon block carries; a block from before the merge carries none. */
    static Reading<Optional<String>> headHash(ProbeResponse response) {
        return reading(() -> {
            JsonValue value = HttpAnswer.json(response);
            for (String name : new String[] {"data", "message", "body", "execution_payload", "block_hash"}) {
                value = value.members(Set.of(name)).get(name);
                if (value == null) {
                    return new Reading.Known<>(Optional.empty());
                }
            }
            String hash = value.type() == JsonValue.Type.STRING ? value.string() : value.excerpt();
            if (!HASH.matcher(hash).matches()) {
                return new Reading.Garbled<>(Excerpt.of(hash));
            }
            return new Reading.Known<>(NO_HASH.matcher(hash).matches() ? Optional.empty() : Optional.of(hash));
        });
    }

    /** What the EL said about its chain. */
    static Reading<Optional<Quantity>> elChainId(ProbeResponse response) {
        return reading(() -> {
            Reading<Optional<JsonValue>> result = result(response, "1");
            Optional<JsonValue> told = result.known().flatMap(value -> value);
            if (told.isEmpty()) {
                return untold(result);
            }
            String text = told.get().type() == JsonValue.Type.STRING
                    ? told.get().string()
                    : told.get().excerpt();
            Optional<Quantity> number = text.startsWith("0x") ? Quantity.ofHex(text) : Optional.empty();
            return number.isPresent() ? new Reading.Known<>(number) : new Reading.Garbled<>(Excerpt.of(text));
        });
    }

    /** Whether the EL found the block; its {@code null} is a plain no. */
    static Reading<Optional<Boolean>> headAtEl(ProbeResponse response) {
        return reading(() -> {
            Reading<Optional<JsonValue>> result = result(response, "2");
            Optional<JsonValue> told = result.known().flatMap(value -> value);
            return told.isEmpty()
                    ? untold(result)
                    : new Reading.Known<>(Optional.of(told.get().type() == JsonValue.Type.OBJECT));
        });
    }

    private static <T> Reading<Optional<T>> untold(Reading<?> result) {
        return result instanceof Reading.Failed<?> failed
                ? new Reading.Failed<>(failed.error())
                : new Reading.Known<>(Optional.empty());
    }

    /** A call's result out of the batch's answer, known to be untold where the EL does not have the method. */
    private static Reading<Optional<JsonValue>> result(ProbeResponse response, String id)
            throws UnusableAnswerException, MalformedJsonException {
        JsonValue answer = HttpAnswer.json(response);
        Map<String, JsonValue> element = element(answer, id);
        JsonValue error = element.get("error");
        if (error != null && error.type() != JsonValue.Type.NULL) {
            JsonValue code = error.members(Set.of("code")).get("code");
            return code != null && code.excerpt().equals(METHOD_NOT_FOUND)
                    ? new Reading.Known<>(Optional.empty())
                    : new Reading.Failed<>(RpcErrorText.of(error));
        }
        JsonValue result = element.get("result");
        return result == null
                ? new Reading.Failed<>("decode: missing result")
                : new Reading.Known<>(Optional.of(result));
    }

    private static Map<String, JsonValue> element(JsonValue answer, String id)
            throws UnusableAnswerException, MalformedJsonException {
        if (answer.type() != JsonValue.Type.ARRAY) {
            throw new UnusableAnswerException("decode: not an array");
        }
        Map<String, Map<String, JsonValue>> byId = new HashMap<>();
        for (JsonValue element : answer.elements(2).first()) {
            Map<String, JsonValue> members = element.members(ENVELOPE);
            JsonValue elementId = members.get("id");
            byId.putIfAbsent(elementId == null ? "" : elementId.excerpt(), members);
        }
        Map<String, JsonValue> found = byId.get(id);
        if (found == null) {
            throw new UnusableAnswerException("decode: missing response for id " + id);
        }
        return found;
    }
}
