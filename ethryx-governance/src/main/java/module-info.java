/** Answers whether a call may go now, as what, and who else sees it. */
module io.ethryx.governance {
    requires io.ethryx.core;
    requires static transitive org.jspecify;
}
