package io.ethryx.server.gateway.mirror;

import io.ethryx.server.fields.FieldBlock;
import java.nio.ByteBuffer;

/**
 * A copy of a request for one target. Immutable; the copies for several targets share their bytes.
 *
 * @param body its body; read through duplicates only
 * @param fields its fields, without those that a copy leaves out
 * @param counts where it is counted
 */
record MirrorCopy(ByteBuffer body, FieldBlock fields, MirrorCounts.OfChain counts) {

    private static final int OBJECTS = 512;

    /** How many bytes it holds, about. */
    long weight() {
        return (long) body.remaining() + fields.length() + OBJECTS;
    }
}
