package io.ethryx.server.upstream.http1;

import io.ethryx.server.fields.FieldBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Finds the body of an answer in the bytes of its connection. One object for each framing. */
interface BodyDecoder {

    int END = -1;
    int CUT = -2;
    int MALFORMED = -3;

    /**
     * Reads body bytes; reads from the socket at most until the first bytes come.
     *
     * @param into has room
     * @return bytes read, 0 for none now, or one of the constants
     */
    int read(ByteBuffer into, AnswerInput input) throws IOException;

    /** How many bytes may come yet: those that are announced, else as many as have come. */
    long expected();

    /** Whether the end of the body has been reached. */
    boolean isDone();

    /** Whether the end of the body can be seen only by the connection's end. */
    default boolean endsConnection() {
        return false;
    }

    /** Whether the bytes behind those that were read are malformed, so that no further event may come. */
    default boolean isBroken() {
        return false;
    }

    /** What {@link #MALFORMED} was about. */
    default String fault() {
        return "the body is malformed";
    }

    default @Nullable FieldBlock trailers() {
        return null;
    }
}
