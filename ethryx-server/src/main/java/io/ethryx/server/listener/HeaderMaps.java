package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldNames;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;

/** Passes fields between Undertow, where they are maps, and handlers, for whom they are lines. Stateless. */
final class HeaderMaps {

    private HeaderMaps() {}

    static HeaderMap of(FieldBlock fields) {
        HeaderMap map = new HeaderMap();
        for (int line = 0; line < fields.size(); line++) {
            if (fields.isDropped(line)) {
                continue;
            }
            int from = fields.nameStart(line);
            map.add(FieldNames.of(fields.bytes(), from, fields.nameEnd(line) - from), fields.value(line));
        }
        return map;
    }

    static FieldBlock lines(HeaderMap map) {
        FieldBlock fields = new FieldBlock();
        for (HeaderValues values : map) {
            for (String value : values) {
                fields.add(values.getHeaderName().toString(), value);
            }
        }
        return fields;
    }
}
