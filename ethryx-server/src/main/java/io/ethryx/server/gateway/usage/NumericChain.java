package io.ethryx.server.gateway.usage;

import io.ethryx.core.topology.ChainId;
import io.ethryx.server.gateway.edge.PathSegment;

/** Whether a path names a chain by a number of 64 bits: only requests for those are metered (gateway reference, section 11). */
final class NumericChain {

    /** So many digits are a number of 64 bits whatever they are. */
    private static final int SURE_DIGITS = 18;

    private NumericChain() {}

    static boolean in(String segment) {
        return (digits(segment) && segment.length() <= SURE_DIGITS) || slowly(segment);
    }

    private static boolean slowly(String segment) {
        return ChainId.parse(PathSegment.decoded(segment))
                .filter(chain -> isLong(chain.base()))
                .isPresent();
    }

    private static boolean isLong(String base) {
        if (!digits(base)) {
            return false;
        }
        try {
            return Long.toString(Long.parseLong(base)).equals(base);
        } catch (NumberFormatException tooLong) {
            return false;
        }
    }

    private static boolean digits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
