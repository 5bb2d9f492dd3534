/** The words that two Ethryx modules exchange. */
module io.ethryx.core {
    requires com.fasterxml.jackson.core;
    requires static org.jspecify;

    exports io.ethryx.core;
    exports io.ethryx.core.apart;
    exports io.ethryx.core.line;
    exports io.ethryx.core.topology;
}
