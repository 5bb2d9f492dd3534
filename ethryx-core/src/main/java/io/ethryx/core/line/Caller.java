package io.ethryx.core.line;

import org.jspecify.annotations.Nullable;

/**
 * From whom a call comes: the header fields of the request that brought it.
 *
 * <p>Read on the request path; valid until the request's end.
 */
@FunctionalInterface
public interface Caller {

    /** The header field that asks for an archive node. */
    String NODE_TYPE = "x-nodex-node-type";

    /** The header field that usage is counted by. */
    String CLIENT_ID = "client-id";

    /** The header field that names the calling application. */
    String SOURCE_APP = "x-api-dapp";

    /** Someone who says nothing. */
    Caller ANONYMOUS = name -> null;

    /**
     * A field of the request.
     *
     * @param name the field's name, in lower case
     * @return its first value, or null if there is none
     */
    @Nullable
    String field(String name);

    /**
     * Who it is, as far as that can be told, so that two callers may be told apart.
     *
     * @return what it calls itself in {@link #CLIENT_ID}, empty if it does not; a server may add whence it calls
     */
    default String identity() {
        String own = field(CLIENT_ID);
        return own == null ? "" : own;
    }

    /**
     * Whether the caller asks for an archive node, whatever the block.
     *
     * @return true only for the exact word {@code archive}, blanks around it aside
     */
    default boolean archive() {
        String type = field(NODE_TYPE);
        return type != null && type.strip().equals("archive");
    }
}
