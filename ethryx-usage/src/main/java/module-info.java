/** Counts what happened, off the request path and in bounded memory, and ships it. */
module io.ethryx.usage {
    requires dsl.json;
    requires transitive io.ethryx.core;
    requires kafka.clients;
    requires static org.jspecify;

    // What Kafka's client needs, which names no modules.
    requires org.slf4j;

    // What dsl-json needs, which names none either.
    requires java.sql;

    exports io.ethryx.usage;
}
