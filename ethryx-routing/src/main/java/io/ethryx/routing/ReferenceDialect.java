package io.ethryx.routing;

import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.RpcCall;

/**
 * Knows the reference's way to name a block: an object {@code {"block_id":…,"type":"Equals"}}, the last parameter of any
 * method. What is written in another way, or of another type, is about no block.
 */
final class ReferenceDialect {

    private static final int SIXTEEN_DIGITS = 18;

    private final EthereumDialect ethereum;

    ReferenceDialect(EthereumDialect ethereum) {
        this.ethereum = ethereum;
    }

    /** Reads an object where the method's block stands; a block that is none is malformed. */
    BlockContext inPlace(Body body, BlockMembers members) {
        return members.equal && members.blockId != JsonWalk.ABSENT
                ? ethereum.member(body, members.blockId, members)
                : BlockContext.None.NONE;
    }

    /** Reads the last parameter of a method that nobody knows. */
    BlockContext last(RpcCall call) {
        return anywhere(call.body(), call.lastParameter());
    }

    /** Reads a parameter; a call that ends before it is about no block. */
    BlockContext at(RpcCall call, int index) {
        return anywhere(call.body(), JsonWalk.parameter(call, index));
    }

    private BlockContext anywhere(Body body, int at) {
        if (at == JsonWalk.ABSENT || body.at(at) != '{') {
            return BlockContext.None.NONE;
        }
        BlockContext context = inPlace(body, new BlockMembers(body, at));
        return isReadable(body, context) ? context : BlockContext.None.NONE;
    }

    /** Whether the reference reads it: nothing malformed, and heights in hexadecimal, within 63 bits, without leading zeros. */
    private static boolean isReadable(Body body, BlockContext context) {
        if (!(context instanceof BlockContext.Height height)) {
            return !(context instanceof BlockContext.Malformed);
        }
        if (height.from() == RpcCall.ABSENT) {
            return true;
        }
        int text = height.to() - height.from() - 2;
        boolean zeros = text > 3 && body.at(height.from() + 3) == '0';
        boolean large = text > SIXTEEN_DIGITS || (text == SIXTEEN_DIGITS && body.at(height.from() + 3) > '7');
        return body.at(height.from()) == '"' && !zeros && !large;
    }
}
