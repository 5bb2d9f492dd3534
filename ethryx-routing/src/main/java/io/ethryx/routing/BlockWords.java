package io.ethryx.routing;

import io.ethryx.core.BlockContext;
import io.ethryx.core.BlockEdge;
import io.ethryx.core.RpcCall;
import org.jspecify.annotations.Nullable;

/** How explanations write blocks. */
final class BlockWords {

    private BlockWords() {}

    static String kind(BlockContext context) {
        if (context instanceof BlockContext.Tag) {
            return "tag";
        }
        if (context instanceof BlockContext.Height) {
            return "number";
        }
        if (context instanceof BlockContext.Hash) {
            return "hash";
        }
        if (context instanceof BlockContext.Range) {
            return "range";
        }
        return context instanceof BlockContext.Malformed ? "malformed" : "none";
    }

    /** The block itself, or null for a call that is about none. */
    static @Nullable String value(RpcCall call, BlockContext context) {
        if (context instanceof BlockContext.Tag tag) {
            return tag.tag().wireName();
        }
        if (context instanceof BlockContext.Height height) {
            return height(height.height());
        }
        if (context instanceof BlockContext.Range range) {
            return edge(range.low()) + ".." + edge(range.high());
        }
        return context.from() == RpcCall.ABSENT ? null : stated(call, context);
    }

    private static String stated(RpcCall call, BlockContext context) {
        String text = call.body().text(context.from(), context.to());
        return text.startsWith("\"") ? text.substring(1, text.length() - 1) : text;
    }

    static String height(long height) {
        return "0x" + Long.toHexString(height);
    }

    private static String edge(BlockEdge edge) {
        if (edge.tag() == null) {
            return height(edge.height());
        }
        return edge.tag().wireName() + (edge.height() == 0 ? "" : Long.toString(edge.height()));
    }

    /** The height that decided, or {@link BlockEdge#UNKNOWN}. */
    static long decisive(BlockContext context, long head) {
        if (context instanceof BlockContext.Height height) {
            return height.height();
        }
        if (context instanceof BlockContext.Tag tag) {
            return BlockEdge.at(tag.tag()).resolve(head);
        }
        if (!(context instanceof BlockContext.Range range)) {
            return BlockEdge.UNKNOWN;
        }
        long low = range.low().resolve(head);
        long high = range.high().resolve(head);
        return low == BlockEdge.UNKNOWN || high == BlockEdge.UNKNOWN ? Math.max(low, high) : Math.min(low, high);
    }
}
