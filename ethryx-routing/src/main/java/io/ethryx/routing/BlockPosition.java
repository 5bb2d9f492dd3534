package io.ethryx.routing;

import io.ethryx.core.BlockTag;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a method's block parameter stands. One row of the method table, or one that a configuration adds to it.
 *
 * <p>Immutable.
 *
 * @param form how the parameters name the block
 * @param first the parameter that names it, the filter, the first block of a range, or the count; 0 and above, and 0 where
 *     the form has none
 * @param second the last block of a range, or the newest block counted; {@link #NO_SECOND} where the form has none
 * @param omitted what counts where the parameter is left out or null, or null for nothing
 */
public record BlockPosition(
        Form form, int first, int second, @Nullable BlockTag omitted) {

    /** The second position of a form that has one only. */
    public static final int NO_SECOND = -1;

    /** How parameters name a block. */
    public enum Form {
        /** One parameter is a height, a tag, a hash or an EIP-1898 object. */
        INDEX,
        /** One parameter is a filter with {@code fromBlock}, {@code toBlock} or {@code blockHash}. */
        FILTER,
        /** One parameter is the first block of a range, another the last. */
        SPAN,
        /** One parameter counts the blocks that end with another. */
        HISTORY,
        /** One parameter is the reference's {@code {"block_id":…,"type":…}}. */
        REFERENCE,
        /** None does. */
        NONE
    }

    /**
     * Checks the positions.
     *
     * @param form see the record
     * @param first see the record
     * @param second see the record
     * @param omitted see the record
     * @throws IllegalArgumentException if a position is negative, or a form has the wrong number of them
     */
    public BlockPosition {
        boolean two = form == Form.SPAN || form == Form.HISTORY;
        if (first < 0 || (two ? second < 0 : second != NO_SECOND)) {
            throw new IllegalArgumentException(form + " at " + first + " and " + second);
        }
    }

    /**
     * A parameter that is the block, {@code latest} where it is left out.
     *
     * @param index from 0
     * @return the position
     */
    public static BlockPosition index(int index) {
        return new BlockPosition(Form.INDEX, index, NO_SECOND, BlockTag.LATEST);
    }

    /**
     * A filter with {@code fromBlock} and {@code toBlock}, each {@code latest} where it is left out.
     *
     * @param index from 0
     * @return the position
     */
    public static BlockPosition filter(int index) {
        return new BlockPosition(Form.FILTER, index, NO_SECOND, BlockTag.LATEST);
    }

    /**
     * Two parameters that are the ends of a range.
     *
     * @param first the index of one end, from 0
     * @param last the index of the other
     * @return the position
     */
    public static BlockPosition span(int first, int last) {
        return new BlockPosition(Form.SPAN, first, last, null);
    }

    /** {@return a method that is about no block} */
    public static BlockPosition none() {
        return new BlockPosition(Form.NONE, 0, NO_SECOND, null);
    }

    /**
     * Reads the table's way of writing it, such as {@code index:1} or {@code range:0,1}.
     *
     * @param place the form and its positions
     * @param omitted a tag, or {@code -} for nothing
     * @return nothing if it is written in another way
     */
    static Optional<BlockPosition> parse(String place, String omitted) {
        int colon = place.indexOf(':');
        String word = colon < 0 ? place : place.substring(0, colon);
        String[] at = colon < 0 ? new String[0] : place.substring(colon + 1).split(",", -1);
        Form form = formOf(word, at.length);
        BlockTag tag = tagOf(omitted);
        if (form == null || (tag == null && !omitted.equals("-"))) {
            return Optional.empty();
        }
        try {
            int first = at.length > 0 ? Integer.parseInt(at[0]) : 0;
            int second = at.length > 1 ? Integer.parseInt(at[1]) : NO_SECOND;
            return Optional.of(new BlockPosition(form, first, second, tag));
        } catch (IllegalArgumentException otherwise) {
            return Optional.empty();
        }
    }

    private static @Nullable Form formOf(String word, int positions) {
        return switch (word + positions) {
            case "index1" -> Form.INDEX;
            case "range1" -> Form.FILTER;
            case "range2" -> Form.SPAN;
            case "history2" -> Form.HISTORY;
            case "reference1" -> Form.REFERENCE;
            case "none0" -> Form.NONE;
            default -> null;
        };
    }

    private static @Nullable BlockTag tagOf(String name) {
        for (BlockTag tag : BlockTag.values()) {
            if (tag.wireName().equals(name)) {
                return tag;
            }
        }
        return null;
    }
}
