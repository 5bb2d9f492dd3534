package io.ethryx.routing;

import io.ethryx.core.BlockTag;
import io.ethryx.core.Body;

/**
 * The members of an object that say which block is meant, found in one pass. Nodes differ in which of two equal names they
 * read and whether case counts; so all that could be meant are looked at, and the one that reaches furthest counts.
 *
 * <p>Each member is the position of its value; one that is null counts as {@link JsonWalk#ABSENT}.
 */
final class BlockMembers {

    private final Body body;

    /** The lowest {@code blockNumber}. */
    int blockNumber = JsonWalk.ABSENT;

    /** A {@code blockHash}. */
    int blockHash = JsonWalk.ABSENT;

    /** The lowest {@code fromBlock}. */
    int fromBlock = JsonWalk.ABSENT;

    /** The highest {@code toBlock}. */
    int toBlock = JsonWalk.ABSENT;

    /** The lowest {@code block_id}. */
    int blockId = JsonWalk.ABSENT;

    /** Whether there is a {@code block_id}, whatever its value. */
    private boolean identified;

    /** Whether there is a {@code type} of the reference. */
    private boolean typed;

    /** Whether a {@code type} is {@code Equals}. */
    boolean equal;

    /** Whether more than one value may be the block that is meant: to replace one of them is not enough. */
    boolean repeated;

    BlockMembers(Body body, int object) {
        this.body = body;
        int quote = JsonWalk.firstName(body, object);
        while (quote != JsonWalk.ABSENT) {
            int value = JsonWalk.valueOf(body, quote);
            note(quote, value, body.at(value) == 'n');
            quote = JsonWalk.nextName(body, value);
        }
    }

    private void note(int quote, int value, boolean absent) {
        if (named(quote, "block_id")) {
            identified = true;
            repeated |= !absent && blockId != JsonWalk.ABSENT;
            blockId = absent ? blockId : lower(blockId, value);
        } else if (named(quote, "type")) {
            boolean equals = says(value, "Equals");
            equal |= equals;
            typed |= equals || says(value, "Contains");
        } else if (!absent) {
            noteBlock(quote, value);
        }
    }

    private void noteBlock(int quote, int value) {
        if (named(quote, "blockNumber")) {
            repeated |= blockNumber != JsonWalk.ABSENT;
            blockNumber = lower(blockNumber, value);
        } else if (named(quote, "blockHash")) {
            blockHash = lower(blockHash, value);
        } else if (named(quote, "fromBlock")) {
            fromBlock = lower(fromBlock, value);
        } else if (named(quote, "toBlock")) {
            toBlock = further(toBlock, value, 1);
        }
    }

    /** Whether this is the reference's object in the place of a block: it has members of its own and none of Ethereum's. */
    boolean isReference() {
        return (identified || typed) && !isEthereums();
    }

    /** The same in the place of a filter, whose nodes pass over a {@code type} that stands alone. */
    boolean isReferenceFilter() {
        return identified && !isEthereums();
    }

    private boolean isEthereums() {
        return blockNumber != JsonWalk.ABSENT
                || blockHash != JsonWalk.ABSENT
                || fromBlock != JsonWalk.ABSENT
                || toBlock != JsonWalk.ABSENT;
    }

    private boolean named(int quote, String name) {
        return JsonWalk.isNamed(body, quote, name);
    }

    private boolean says(int value, String word) {
        if (body.at(value) != '"') {
            return false;
        }
        int end = JsonWalk.endOf(body, value);
        return JsonWalk.isEscaped(body, value, end)
                ? JsonWalk.text(body, value).equals(word)
                : BlockValue.holds(body, value + 1, end - 1, word);
    }

    private int lower(int known, int value) {
        return further(known, value, -1);
    }

    private int further(int known, int value, int direction) {
        return known == JsonWalk.ABSENT || reach(value, direction) > reach(known, direction) ? value : known;
    }

    /** How far a value reaches; one that is no height and no tag further than all. */
    private long reach(int value, int direction) {
        long code = BlockValue.read(body, value);
        BlockTag tag = BlockValue.tagOf(code);
        if (tag == null) {
            return code < 0 ? Long.MAX_VALUE : direction * code;
        }
        return switch (tag) {
            case EARLIEST -> 0;
            case SAFE, FINALIZED -> direction * (Long.MAX_VALUE - 2);
            case LATEST, PENDING -> direction * (Long.MAX_VALUE - 1);
        };
    }
}
