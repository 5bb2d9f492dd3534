/** Pure routing: from a call and its block context to a decision that carries its reasons. */
module io.ethryx.routing {
    requires HdrHistogram;
    requires com.fasterxml.jackson.core;
    requires transitive io.ethryx.core;
    requires static org.jspecify;

    exports io.ethryx.routing;
}
