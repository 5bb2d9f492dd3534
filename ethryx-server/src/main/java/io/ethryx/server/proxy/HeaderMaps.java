package io.ethryx.server.proxy;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldNames;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import org.jspecify.annotations.Nullable;

/** Passes fields between the client's side, where they are maps, and the upstream's, where they are lines. Stateless. */
final class HeaderMaps {

    private HeaderMaps() {}

    static HeaderMap of(FieldBlock fields) {
        HeaderMap map = new HeaderMap();
        for (int line = 0; line < fields.size(); line++) {
            int from = fields.nameStart(line);
            map.add(FieldNames.of(fields.bytes(), from, fields.nameEnd(line) - from), fields.value(line));
        }
        return map;
    }

    static @Nullable HeaderMap ofNullable(@Nullable FieldBlock fields) {
        return fields == null ? null : of(fields);
    }

    static @Nullable FieldBlock lines(@Nullable HeaderMap map) {
        if (map == null) {
            return null;
        }
        FieldBlock fields = new FieldBlock();
        for (HeaderValues values : map) {
            for (String value : values) {
                fields.add(values.getHeaderName().toString(), value);
            }
        }
        return fields;
    }
}
