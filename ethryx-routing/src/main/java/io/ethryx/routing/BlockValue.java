package io.ethryx.routing;

import io.ethryx.core.BlockTag;
import io.ethryx.core.Body;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads a value that may name a block, from its bytes into one number: a height is itself, everything else one of the
 * negative codes below. Allocates nothing for a value without escapes.
 *
 * @see <a href="https://github.com/ethereum/execution-apis">execution-apis, schemas BlockNumberOrTag and uint</a>
 */
final class BlockValue {

    static final long LATEST = -1;
    static final long PENDING = -2;
    static final long EARLIEST = -3;
    static final long SAFE = -4;
    static final long FINALIZED = -5;
    static final long HASH = -6;
    static final long MALFORMED = -7;
    static final long OMITTED = -8;

    private static final int HASH_LENGTH = 66;
    private static final BlockTag[] ALL_TAGS = BlockTag.values();

    private BlockValue() {}

    private static long codeOf(BlockTag tag) {
        return switch (tag) {
            case LATEST -> LATEST;
            case PENDING -> PENDING;
            case EARLIEST -> EARLIEST;
            case SAFE -> SAFE;
            case FINALIZED -> FINALIZED;
        };
    }

    /** The tag that a code stands for, or null if it is none. */
    static @Nullable BlockTag tagOf(long code) {
        return code > LATEST || code < FINALIZED ? null : tagOfTag((int) code);
    }

    private static BlockTag tagOfTag(int code) {
        return switch (code) {
            case (int) LATEST -> BlockTag.LATEST;
            case (int) PENDING -> BlockTag.PENDING;
            case (int) EARLIEST -> BlockTag.EARLIEST;
            case (int) SAFE -> BlockTag.SAFE;
            default -> BlockTag.FINALIZED;
        };
    }

    /** Reads a text, an integer or null; what is none of them is {@link #MALFORMED}. */
    static long read(Body body, int at) {
        if (at == JsonWalk.ABSENT) {
            return OMITTED;
        }
        byte first = body.at(at);
        if (first == '"') {
            return text(body, at, JsonWalk.endOf(body, at));
        }
        if (first == 'n') {
            return OMITTED;
        }
        return first >= '0' && first <= '9' ? digits(body, at, JsonWalk.endOf(body, at), 10) : MALFORMED;
    }

    /** Reads what counts blocks: as {@link #read}, and a text of decimal digits too. */
    static long readCount(Body body, int at) {
        long value = read(body, at);
        if (value != MALFORMED || body.at(at) != '"') {
            return value;
        }
        int end = JsonWalk.endOf(body, at);
        return end - at > 2 ? digits(body, at + 1, end - 1, 10) : MALFORMED;
    }

    private static long text(Body body, int quote, int end) {
        if (JsonWalk.isEscaped(body, quote, end)) {
            String plain = '"' + JsonWalk.text(body, quote).replace('"', '?').replace('\\', '?') + '"';
            byte[] bytes = plain.getBytes(StandardCharsets.UTF_8);
            return text(Body.of(bytes), 0, bytes.length);
        }
        int from = quote + 1;
        int to = end - 1;
        if (to - from > 2 && body.at(from) == '0' && (body.at(from + 1) | 0x20) == 'x') {
            long number = digits(body, from + 2, to, 16);
            return number != MALFORMED && to - from == HASH_LENGTH ? HASH : number;
        }
        return tag(body, from, to);
    }

    private static long tag(Body body, int from, int to) {
        for (BlockTag tag : ALL_TAGS) {
            if (holds(body, from, to, tag.wireName())) {
                return codeOf(tag);
            }
        }
        return MALFORMED;
    }

    static boolean holds(Body body, int from, int to, String word) {
        if (to - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (body.at(from + i) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** A number of any length; beyond 63 bits it is {@link Long#MAX_VALUE}. */
    private static long digits(Body body, int from, int to, int radix) {
        long value = 0;
        for (int at = from; at < to; at++) {
            int digit = digit(body.at(at), radix);
            if (digit < 0) {
                return MALFORMED;
            }
            value = value > (Long.MAX_VALUE - digit) / radix ? Long.MAX_VALUE : value * radix + digit;
        }
        return value;
    }

    private static int digit(byte b, int radix) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        int letter = (b | 0x20) - 'a';
        return radix == 16 && letter >= 0 && letter < 6 ? letter + 10 : -1;
    }
}
