/** Turns a source of keys and values into successive immutable topologies. */
module io.ethryx.discovery {
    requires io.ethryx.core;
    requires static transitive org.jspecify;
}
