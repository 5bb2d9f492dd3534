package io.ethryx.server.gateway.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Members of a JSON object in the order of their writing: texts, numbers, booleans, lists, maps, objects and nulls. */
final class JsonObject {

    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();

    /** And a member. */
    JsonObject with(String name, @Nullable Object value) {
        members.put(name, value instanceof JsonObject object ? object.members : value);
        return this;
    }

    Map<String, @Nullable Object> members() {
        return members;
    }
}
