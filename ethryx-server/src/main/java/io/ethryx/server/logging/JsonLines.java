package io.ethryx.server.logging;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.layout.template.json.JsonTemplateLayout;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/** Makes lines of events, by the template beside this class: timestamp, level, fields, target. */
final class JsonLines {

    private final JsonTemplateLayout layout = JsonTemplateLayout.newBuilder()
            .setConfiguration(new DefaultConfiguration())
            .setCharset(StandardCharsets.UTF_8)
            .setEventTemplateUri("classpath:io/ethryx/server/logging/line.json")
            .setEventDelimiter("\n")
            .setStackTraceEnabled(false)
            .setLocationInfoEnabled(false)
            .build();

    byte[] line(String target, Level level, FieldsMessage fields) {
        return layout.toByteArray(Log4jLogEvent.newBuilder()
                .setLoggerName(target)
                .setLevel(level)
                .setMessage(fields)
                .build());
    }

    byte[] line(String target, Level level, String message, @Nullable Object count) {
        return line(target, level, new FieldsMessage(message, List.of(new KeyValuePair("count", count)), null));
    }
}
