package io.ethryx.routing;

import io.ethryx.core.BlockContext;
import io.ethryx.core.BlockTag;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the contexts of tags that stand early in a body, which most calls have: one object for each tag and position, made
 * when it is first met and bounded in number.
 */
final class TagContexts {

    private static final int POSITIONS = 1024;

    private final Map<BlockTag, AtomicReferenceArray<BlockContext.@Nullable Tag>> known = new EnumMap<>(BlockTag.class);

    TagContexts() {
        for (BlockTag tag : BlockTag.values()) {
            known.put(tag, new AtomicReferenceArray<>(POSITIONS));
        }
    }

    /** The context of a tag that stands at a position. */
    BlockContext.Tag at(BlockTag tag, int from, int to) {
        AtomicReferenceArray<BlockContext.@Nullable Tag> early = known.get(tag);
        boolean escaped = to - from != tag.wireName().length() + 2;
        if (early == null || from >= POSITIONS || escaped) {
            return new BlockContext.Tag(tag, from, to);
        }
        BlockContext.Tag context = early.getPlain(from);
        if (context == null) {
            context = new BlockContext.Tag(tag, from, to);
            early.setRelease(from, context);
        }
        return context;
    }
}
