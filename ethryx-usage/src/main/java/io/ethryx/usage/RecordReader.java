package io.ethryx.usage;

import com.dslplatform.json.DslJson;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads records back from lines of JSON. Used by one thread. */
final class RecordReader {

    private final DslJson<Object> json = new DslJson<>();

    /** The record of a line, whatever the order of its members; nothing if the line is no whole record. */
    Optional<UsageRecord> read(byte[] line) {
        try {
            Map<?, ?> members = json.deserialize(Map.class, line, line.length);
            if (members != null
                    && members.get("id") instanceof String id
                    && members.get("client_id") instanceof String client
                    && members.get("usage") instanceof Number usage
                    && members.get("timestamp") instanceof Number at) {
                return Optional.of(new UsageRecord(UUID.fromString(id), client, usage.longValue(), at.longValue()));
            }
            return Optional.empty();
        } catch (IOException | RuntimeException torn) {
            return Optional.empty();
        }
    }
}
