/** Turns a source of keys and values into successive immutable topologies. */
module io.ethryx.discovery {
    requires dsl.json;
    requires transitive io.ethryx.core;
    requires io.grpc;
    requires io.netty.handler;
    requires io.vertx.core;
    requires jetcd.common;
    requires jetcd.core;
    requires static org.jspecify;

    // What jetcd needs, which names no modules.
    requires com.google.common;
    requires dev.failsafe.core;
    requires org.slf4j;

    // What dsl-json needs, which names none either.
    requires java.sql;

    exports io.ethryx.discovery;
}
