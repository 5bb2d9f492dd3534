package io.ethryx.routing;

import io.ethryx.core.BlockContext;
import io.ethryx.core.BlockEdge;
import io.ethryx.core.BlockTag;
import io.ethryx.core.Body;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.BlockContexts;
import java.util.Objects;

/**
 * Finds out which block a call is about. A method of the table states it where its row says; every other method, and every
 * object with a {@code block_id}, is read in the reference's way.
 *
 * <p>Immutable but for a bounded memory of contexts; for any number of threads. Costs one pass over the parameter that
 * states the block, and allocates nothing for a tag that stands within the first KiB of a body, else one or
 * three small objects.
 *
 * @see <a href="https://github.com/ethereum/execution-apis">execution-apis</a>
 */
public final class BlockContextReader implements BlockContexts {

    private final MethodTable methods;
    private final EthereumDialect ethereum = new EthereumDialect();
    private final ReferenceDialect reference = new ReferenceDialect(ethereum);

    /**
     * Makes a reader.
     *
     * @param methods the table to go by
     */
    public BlockContextReader(MethodTable methods) {
        this.methods = Objects.requireNonNull(methods, "methods");
    }

    @Override
    public BlockContext of(RpcCall call) {
        BlockPosition position = methods.find(call.method());
        Body body = call.body();
        int params = call.paramsFrom();
        if (params == RpcCall.ABSENT || body.at(params) != '[') {
            boolean byName = params != RpcCall.ABSENT && body.at(params) == '{';
            return position == null || byName ? BlockContext.None.NONE : omitted(position);
        }
        return position == null ? reference.last(call) : at(position, call);
    }

    private BlockContext at(BlockPosition position, RpcCall call) {
        return switch (position.form()) {
            case NONE -> BlockContext.None.NONE;
            case REFERENCE -> reference.at(call, position.first());
            case HISTORY -> history(position, call);
            case INDEX, FILTER, SPAN -> stated(position, call);
        };
    }

    private BlockContext stated(BlockPosition position, RpcCall call) {
        Body body = call.body();
        int at = JsonWalk.parameter(call, position.first());
        if (at == JsonWalk.ABSENT || body.at(at) == 'n') {
            return omitted(position);
        }
        if (body.at(at) == '{') {
            return inObject(position, body, at);
        }
        return switch (position.form()) {
            case FILTER -> EthereumDialect.malformed(body, at);
            case SPAN -> ethereum.span(body, at, JsonWalk.parameter(call, position.second()));
            default -> ethereum.value(body, at);
        };
    }

    private BlockContext inObject(BlockPosition position, Body body, int at) {
        BlockMembers members = new BlockMembers(body, at);
        boolean filter = position.form() == BlockPosition.Form.FILTER;
        if (filter ? members.isReferenceFilter() : members.isReference()) {
            return reference.inPlace(body, members);
        }
        return filter ? ethereum.filter(body, at, members, position.omitted()) : ethereum.object(body, at, members);
    }

    private BlockContext history(BlockPosition position, RpcCall call) {
        Body body = call.body();
        int newest = JsonWalk.parameter(call, position.second());
        int count = JsonWalk.parameter(call, position.first());
        return newest == JsonWalk.ABSENT || count == JsonWalk.ABSENT || body.at(newest) == 'n'
                ? omitted(position)
                : ethereum.history(body, count, newest);
    }

    private static BlockContext omitted(BlockPosition position) {
        BlockTag tag = position.omitted();
        if (tag == null) {
            return BlockContext.None.NONE;
        }
        return switch (tag) {
            case LATEST -> BlockContext.Tag.LATEST;
            case PENDING -> BlockContext.Tag.PENDING;
            case EARLIEST, SAFE, FINALIZED ->
                new BlockContext.Range(
                        BlockEdge.at(tag), BlockEdge.at(BlockTag.LATEST), RpcCall.ABSENT, RpcCall.ABSENT);
        };
    }
}
