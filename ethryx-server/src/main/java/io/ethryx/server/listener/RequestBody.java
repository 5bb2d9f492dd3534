package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The body of a client's request, unframed. Confined to the exchange's IO thread. Nothing is read from the client while
 * nobody wants it, but for what little may come behind it: that is the back-pressure.
 */
public interface RequestBody {

    /**
     * Reads what is there.
     *
     * @param into where to; must have room
     * @return bytes read, 0 if there are none now, -1 at the end of the body (and for a request without one)
     * @throws IOException if the client broke the body off or its framing is at fault; nothing more will come
     */
    int read(ByteBuffer into) throws IOException;

    /**
     * How many bytes may come yet: those that the client has announced, else as many as have come.
     *
     * @return zero or more; no promise
     */
    default long expected() {
        return 0;
    }

    /**
     * Says what to do when there is something to read, or the end, or a break; replaces what was said before.
     *
     * @param action run again and again on the IO thread while {@link #want} is on
     */
    void whenReadable(Runnable action);

    /**
     * Asks to be told, or stops asking. Off at first.
     *
     * @param wanted whether the body is waited for
     */
    void want(boolean wanted);

    /**
     * The fields behind the body.
     *
     * @return well-formed fields, unfiltered, once the end has been read, to be read before the exchange ends; null for
     *     none
     */
    @Nullable
    FieldBlock trailers();
}
