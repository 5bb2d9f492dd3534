package io.ethryx.server.upstream;

import io.undertow.util.HttpString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A request of the tests. */
public record Ask(
        HttpString method,
        String target,
        long contentLength,
        boolean repeatable,
        List<Map.Entry<String, String>> fields)
        implements UpstreamRequest {

    public static Ask get(String target) {
        return new Ask(new HttpString("GET"), target, NO_BODY, true, List.of(Map.entry("Host", "node:1")));
    }

    public static Ask head(String target) {
        return new Ask(new HttpString("HEAD"), target, NO_BODY, true, List.of(Map.entry("Host", "node:1")));
    }

    public static Ask post(String target, long length) {
        return new Ask(new HttpString("POST"), target, length, false, List.of(Map.entry("Host", "node:1")));
    }

    public Ask with(String name, String value) {
        List<Map.Entry<String, String>> more = new ArrayList<>(fields);
        more.add(Map.entry(name, value));
        return new Ask(method, target, contentLength, repeatable, more);
    }

    @Override
    public void writeFields(FieldSink sink) {
        fields.forEach(field -> sink.field(field.getKey(), field.getValue()));
    }
}
