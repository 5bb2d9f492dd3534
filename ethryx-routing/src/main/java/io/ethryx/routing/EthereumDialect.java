package io.ethryx.routing;

import io.ethryx.core.BlockContext;
import io.ethryx.core.BlockEdge;
import io.ethryx.core.BlockTag;
import io.ethryx.core.Body;
import io.ethryx.core.RpcCall;
import org.jspecify.annotations.Nullable;

/**
 * Knows how Ethereum's methods name blocks: heights, tags, hashes, EIP-1898 objects, filters and counts.
 *
 * @see <a href="https://github.com/ethereum/execution-apis">execution-apis</a>
 * @see <a href="https://eips.ethereum.org/EIPS/eip-1898">EIP-1898</a>
 * @see <a href="https://eips.ethereum.org/EIPS/eip-234">EIP-234</a>
 */
final class EthereumDialect {

    private final TagContexts tags = new TagContexts();

    /** Reads a value that is there and not null. */
    BlockContext value(Body body, int at) {
        if (body.at(at) == '{') {
            return object(body, at, new BlockMembers(body, at));
        }
        long code = BlockValue.read(body, at);
        int end = JsonWalk.endOf(body, at);
        if (code >= 0) {
            return new BlockContext.Height(code, at, end);
        }
        BlockTag tag = BlockValue.tagOf(code);
        if (tag != null) {
            return tags.at(tag, at, end);
        }
        return code == BlockValue.HASH ? new BlockContext.Hash(at, end) : new BlockContext.Malformed(at, end);
    }

    /** Reads an object with {@code blockNumber} or {@code blockHash}, but not both. */
    BlockContext object(Body body, int object, BlockMembers members) {
        int number = members.blockNumber;
        if (number != JsonWalk.ABSENT && members.blockHash == JsonWalk.ABSENT) {
            return member(body, number, members);
        }
        return number == JsonWalk.ABSENT ? hashAt(body, members.blockHash, object) : malformed(body, object);
    }

    /** Reads the member that counts; of several nobody knows which one to replace, and so no place is told. */
    BlockContext member(Body body, int at, BlockMembers members) {
        BlockContext context = value(body, at);
        if (members.repeated && context instanceof BlockContext.Height height) {
            return new BlockContext.Height(height.height(), RpcCall.ABSENT, RpcCall.ABSENT);
        }
        return members.repeated && context instanceof BlockContext.Tag tag
                ? new BlockContext.Tag(tag.tag(), RpcCall.ABSENT, RpcCall.ABSENT)
                : context;
    }

    private static BlockContext hashAt(Body body, int hash, int object) {
        return BlockValue.read(body, hash) == BlockValue.HASH
                ? new BlockContext.Hash(hash, JsonWalk.endOf(body, hash))
                : malformed(body, object);
    }

    static BlockContext malformed(Body body, int at) {
        return new BlockContext.Malformed(at, JsonWalk.endOf(body, at));
    }

    /** Reads a filter: two ends, or a hash, but not both. */
    BlockContext filter(Body body, int filter, BlockMembers members, @Nullable BlockTag omitted) {
        int from = members.fromBlock;
        int to = members.toBlock;
        if (members.blockHash != JsonWalk.ABSENT) {
            boolean alone = from == JsonWalk.ABSENT && to == JsonWalk.ABSENT;
            return alone ? hashAt(body, members.blockHash, filter) : malformed(body, filter);
        }
        BlockEdge low = edge(BlockValue.read(body, from), omitted == null ? BlockTag.LATEST : omitted);
        BlockEdge high = edge(BlockValue.read(body, to), BlockTag.LATEST);
        return low == null || high == null
                ? malformed(body, filter)
                : new BlockContext.Range(low, high, filter, JsonWalk.endOf(body, filter));
    }

    /** Reads two parameters that are the ends of a range; without the last one the first is all of it. */
    BlockContext span(Body body, int first, int last) {
        long one = BlockValue.read(body, first);
        long other = BlockValue.read(body, last);
        if (one == BlockValue.HASH) {
            return new BlockContext.Hash(first, JsonWalk.endOf(body, first));
        }
        BlockEdge low = edge(one, BlockTag.LATEST);
        BlockEdge high = other == BlockValue.OMITTED ? low : edge(other, BlockTag.LATEST);
        return low == null || high == null
                ? malformed(body, first)
                : new BlockContext.Range(low, high, first, JsonWalk.endOf(body, first));
    }

    /** Reads a count and the newest block that counts: so many blocks end there. */
    BlockContext history(Body body, int count, int newest) {
        long blocks = BlockValue.readCount(body, count);
        BlockEdge high = edge(BlockValue.read(body, newest), BlockTag.LATEST);
        if (blocks < 0 || high == null) {
            return malformed(body, newest);
        }
        long before = Math.max(0, blocks - 1);
        BlockEdge low = high.tag() == null
                ? BlockEdge.at(Math.max(0, high.height() - before))
                : new BlockEdge(high.tag(), -before);
        return new BlockContext.Range(low, high, newest, JsonWalk.endOf(body, newest));
    }

    private static @Nullable BlockEdge edge(long code, BlockTag omitted) {
        if (code >= 0) {
            return BlockEdge.at(code);
        }
        BlockTag tag = code == BlockValue.OMITTED ? omitted : BlockValue.tagOf(code);
        return tag == null ? null : BlockEdge.at(tag);
    }
}
