package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldBlock;

/** Hears of one call, always on the call's IO thread. */
public interface UpstreamListener {

    /**
     * An informational answer (100, 102, 103; never 101). Any number of them may come before the head.
     *
     * @param status 100 to 199
     * @param fields its fields, unfiltered; the receiver may drop lines of them and add some, and keeps nothing of them once
     *     this returns
     */
    void onInformational(int status, FieldBlock fields);

    /**
     * The head of the final answer. Body bytes may follow: call {@link UpstreamCall#read} or
     * {@link UpstreamCall#wantRead} from here or later.
     *
     * @param status 200 to 599; 101 where {@link UpstreamRequest#upgrade} was asked for: the receiver then takes the connection
     *     by {@link UpstreamCall#takeOver} or cancels the call, before it returns
     * @param fields its fields, unfiltered; the receiver may drop lines of them and add some. They stay as they are up to
     *     the end of the callback, or other task of the IO thread, in which the end of the answer was read or the call
     *     cancelled; who needs them for longer copies them
     * @param contentLength the body's length where it is known (0 for an answer that has none), else -1
     */
    void onHead(int status, FieldBlock fields, long contentLength);

    /** Body bytes, or the end, can be read. */
    void onReadable();

    /** The connection takes body bytes. */
    void onWritable();

    /**
     * The call failed; the last callback. May come before or after the head.
     *
     * @param failure what happened
     */
    void onFailure(UpstreamFailure failure);
}
