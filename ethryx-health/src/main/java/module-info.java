/** Probing of an execution and consensus node pair, and the verdict that load balancers act on. */
module io.ethryx.health {
    requires io.ethryx.core;
    requires static transitive org.jspecify;
}
