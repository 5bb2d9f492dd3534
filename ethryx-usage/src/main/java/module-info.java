/** Counts what happened, off the request path and in bounded memory, and ships it. */
module io.ethryx.usage {
    requires dsl.json;
    requires transitive io.ethryx.core;
    requires kafka.clients;
    requires static transitive org.jspecify;

    exports io.ethryx.usage;
}
