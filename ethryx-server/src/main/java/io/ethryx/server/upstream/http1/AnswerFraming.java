package io.ethryx.server.upstream.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.upstream.ContentLength;

/** Where an answer ends and whether its connection lives on (RFC 9112 §6.3, §9.3). */
final class AnswerFraming {

    static final long CHUNKED = -1;
    static final long UNTIL_CLOSE = -3;
    static final long AMBIGUOUS = ContentLength.NONE;

    private AnswerFraming() {}

    /** The body's length, or one of the constants. */
    static long lengthOf(HeadParser head, boolean answersHead) {
        if (answersHead || head.status < 200 || head.status == 204 || head.status == 304) {
            return 0;
        }
        FieldBlock fields = head.fields;
        int length = fields.find(KnownField.CONTENT_LENGTH);
        int coding = fields.find(KnownField.TRANSFER_ENCODING);
        if (coding >= 0) {
            boolean chunked = isLast(fields, KnownField.TRANSFER_ENCODING, coding)
                    && fields.valueIs(coding, "chunked")
                    && length < 0
                    && head.minorVersion >= 1;
            return chunked ? CHUNKED : AMBIGUOUS;
        }
        if (length < 0) {
            // A 205 has no content, and says so by its status where it says it by nothing else (RFC 9110 section
            // 15.3.6).
            return head.status == 205 ? 0 : UNTIL_CLOSE;
        }
        return isLast(fields, KnownField.CONTENT_LENGTH, length) ? ContentLength.read(fields, length) : AMBIGUOUS;
    }

    private static boolean isLast(FieldBlock fields, KnownField field, int line) {
        return fields.find(field, line + 1) < 0;
    }

    static boolean keepsAlive(HeadParser head) {
        FieldBlock fields = head.fields;
        boolean closes = fields.hasElement(KnownField.CONNECTION, "close");
        return !closes && (head.minorVersion > 0 || fields.hasElement(KnownField.CONNECTION, "keep-alive"));
    }
}
