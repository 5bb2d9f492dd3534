/** The words that two Ethryx modules exchange. */
module io.ethryx.core {
    requires static transitive org.jspecify;

    exports io.ethryx.core;
}
