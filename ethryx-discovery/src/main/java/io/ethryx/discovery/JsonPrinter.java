package io.ethryx.discovery;

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes what {@link JsonTree} reads, and integers, in compact form; members in the order of their map. */
final class JsonPrinter {

    private static final DslJson<Object> DSL_JSON = new DslJson<>(new DslJson.Settings<>());

    private final JsonWriter out = DSL_JSON.newWriter();

    private JsonPrinter() {}

    static String print(@Nullable Object tree) {
        JsonPrinter printer = new JsonPrinter();
        printer.value(tree);
        return new String(printer.out.toByteArray(), StandardCharsets.UTF_8);
    }

    private void value(@Nullable Object tree) {
        if (tree instanceof Map<?, ?> members) {
            object(members);
        } else if (tree instanceof List<?> elements) {
            array(elements);
        } else if (tree instanceof String text) {
            out.writeString(text);
        } else {
            out.writeAscii(String.valueOf(tree));
        }
    }

    private void object(Map<?, ?> members) {
        out.writeByte(JsonWriter.OBJECT_START);
        boolean more = false;
        for (Map.Entry<?, ?> member : members.entrySet()) {
            separate(more);
            out.writeString(String.valueOf(member.getKey()));
            out.writeByte(JsonWriter.SEMI);
            value(member.getValue());
            more = true;
        }
        out.writeByte(JsonWriter.OBJECT_END);
    }

    private void array(List<?> elements) {
        out.writeByte(JsonWriter.ARRAY_START);
        boolean more = false;
        for (Object element : elements) {
            separate(more);
            value(element);
            more = true;
        }
        out.writeByte(JsonWriter.ARRAY_END);
    }

    private void separate(boolean more) {
        if (more) {
            out.writeByte(JsonWriter.COMMA);
        }
    }
}
