/** Turns a source of keys and values into successive immutable topologies. */
module io.ethryx.discovery {
    requires dsl.json;
    requires transitive io.ethryx.core;
    requires io.grpc;
    requires io.netty.handler;
    requires io.vertx.core;
    requires jetcd.common;
    requires jetcd.core;
    requires static transitive org.jspecify;

    exports io.ethryx.discovery;
}
