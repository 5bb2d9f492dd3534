/** Probing of an execution and consensus node pair, and the verdict that load balancers act on. */
module io.ethryx.health {
    requires dsl.json;
    requires transitive io.ethryx.core;
    requires java.net.http;
    requires static org.jspecify;

    // What dsl-json needs, which names no modules.
    requires java.sql;

    exports io.ethryx.health;
}
