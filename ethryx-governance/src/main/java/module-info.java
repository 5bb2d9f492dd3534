/** Answers whether a call may go now, as what, and who else sees it. */
module io.ethryx.governance {
    requires transitive io.ethryx.core;
    requires io.github.bucket4j.core;
    requires static org.jspecify;

    exports io.ethryx.governance;
}
