package io.ethryx.core;

/**
 * Which block a call is about. Heights are 0 and above; one that 63 bits do not hold counts as {@link Long#MAX_VALUE},
 * above every head.
 *
 * <p>Where a call states its block, {@code from} and {@code to} are the range of the value that states it, as positions in
 * the body, the end exclusive: what is put there instead changes the block and nothing else. They are
 * {@link RpcCall#ABSENT} where nothing is stated, or where it is stated more than once.
 *
 * <p>Immutable. The objects of the reference, {@code {"block_id":…,"type":"Equals"}}, map onto these; of type
 * {@code Contains}, of another type or without a {@code block_id} they are {@link None}.
 */
public sealed interface BlockContext {

    /** {@return the first byte of the value that states the block, or {@link RpcCall#ABSENT}} */
    int from();

    /** {@return behind the last byte of that value, or {@link RpcCall#ABSENT}} */
    int to();

    /**
     * A tag.
     *
     * @param tag the tag; the method's own default where the call omits its block
     * @param from see {@link BlockContext}
     * @param to see {@link BlockContext}
     */
    record Tag(BlockTag tag, int from, int to) implements BlockContext {

        /** The newest block, without telling where that is said. */
        public static final Tag LATEST = new Tag(BlockTag.LATEST, RpcCall.ABSENT, RpcCall.ABSENT);

        /** The pending block, without telling where that is said. */
        public static final Tag PENDING = new Tag(BlockTag.PENDING, RpcCall.ABSENT, RpcCall.ABSENT);
    }

    /**
     * A height.
     *
     * @param height 0 and above
     * @param from see {@link BlockContext}
     * @param to see {@link BlockContext}
     */
    record Height(long height, int from, int to) implements BlockContext {}

    /**
     * A block by its hash.
     *
     * @param from see {@link BlockContext}
     * @param to see {@link BlockContext}
     */
    record Hash(int from, int to) implements BlockContext {}

    /**
     * A range of blocks; the lower end decides where the call goes. The ends are in no order: a caller may have them turned
     * round.
     *
     * @param low where it begins
     * @param high where it ends, this block included
     * @param from see {@link BlockContext}
     * @param to see {@link BlockContext}
     */
    record Range(BlockEdge low, BlockEdge high, int from, int to) implements BlockContext {}

    /**
     * A block parameter that is none, such as {@code "Latest"} or a hash and a number at once: an old height to routing,
     * and for the node to judge.
     *
     * @param from see {@link BlockContext}
     * @param to see {@link BlockContext}
     */
    record Malformed(int from, int to) implements BlockContext {}

    /** The call is about no block, or no one knows that it is. */
    record None() implements BlockContext {

        /** The only one that is needed. */
        public static final None NONE = new None();

        @Override
        public int from() {
            return RpcCall.ABSENT;
        }

        @Override
        public int to() {
            return RpcCall.ABSENT;
        }
    }
}
