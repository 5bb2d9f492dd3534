package io.ethryx.server.logging;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.time.MutableInstant;
import org.apache.logging.log4j.layout.template.json.JsonTemplateLayout;

/** Makes lines by the template beside this class: timestamp, level, fields, target. Slow to construct. */
final class JsonLines {

    private final JsonTemplateLayout layout = JsonTemplateLayout.newBuilder()
            .setConfiguration(new DefaultConfiguration())
            .setCharset(StandardCharsets.UTF_8)
            .setEventTemplateUri("classpath:io/ethryx/server/logging/line.json")
            .setEventDelimiter("\n")
            .setStackTraceEnabled(false)
            .setLocationInfoEnabled(false)
            .build();

    byte[] line(Instant at, String target, String level, String fields) {
        MutableInstant instant = new MutableInstant();
        instant.initFromEpochSecond(at.getEpochSecond(), at.getNano());
        return layout.toByteArray(Log4jLogEvent.newBuilder()
                .setInstant(instant)
                .setLoggerName(target)
                .setLevel(Level.toLevel(level))
                .setMessage(new FieldsMessage(fields))
                .build());
    }
}
