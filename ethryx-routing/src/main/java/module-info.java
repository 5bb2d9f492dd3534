/** Pure routing: from a call and its block context to a decision that carries its reasons. */
module io.ethryx.routing {
    requires io.ethryx.core;
    requires static transitive org.jspecify;
}
