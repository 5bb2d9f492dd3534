/** Counts what happened, off the request path and in bounded memory, and ships it. */
module io.ethryx.usage {
    requires io.ethryx.core;
    requires static transitive org.jspecify;
}
