package io.ethryx.server.http2;

import io.ethryx.server.fields.FieldBlock;
import org.jspecify.annotations.Nullable;

/**
 * The head of an answer, or its trailers.
 *
 * @param status 100 to 599, 0 for trailers
 * @param fields names in any case
 * @param length what Content-Length is to say instead of what the fields say: zero or more, {@link #NO_LENGTH} or
 *     {@link #LENGTH_OF_FIELDS}
 * @param date the Date to add, or null for none
 */
public record AnswerHead(
        int status,
        FieldBlock fields,
        long length,
        @Nullable String date) {

    /** No Content-Length is sent. */
    public static final long NO_LENGTH = -1;

    /** The Content-Length of the fields, if any. */
    public static final long LENGTH_OF_FIELDS = -2;

    /**
     * A head that is just fields: trailers, or an informational answer.
     *
     * @param status 100 to 199, 0 for trailers
     * @param fields names in any case
     * @return without a length and a date of our own
     */
    public static AnswerHead of(int status, FieldBlock fields) {
        return new AnswerHead(status, fields, LENGTH_OF_FIELDS, null);
    }
}
