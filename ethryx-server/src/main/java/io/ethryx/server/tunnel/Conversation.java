package io.ethryx.server.tunnel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hears the text messages of one WebSocket and may answer or change them (decision S17). Messages are whole and unmasked;
 * what is no text, or too long to be held, passes unheard. Confined to the tunnel's IO thread; must not block or throw.
 */
public interface Conversation {

    /**
     * The client has said something.
     *
     * @param message its bytes
     * @param reply takes messages that the client gets from here
     * @return what goes on to the upstream: the same array for the message as it came, another one in its stead, or null
     *     for nothing
     */
    byte @Nullable [] asked(byte[] message, Consumer<byte[]> reply);

    /**
     * Whether the next message of the upstream is to be heard; where not, it passes as it comes.
     *
     * @return true while an answer is awaited
     */
    boolean isWaiting();

    /**
     * The upstream has said something while this waited.
     *
     * @param message its bytes
     * @return what goes on to the client: the same array for the message as it came, or another one in its stead
     */
    byte[] answered(byte[] message);

    /**
     * The upstream says something that is too long to be heard, and passes as it comes.
     *
     * @param beginning its first bytes, perhaps none
     * @param reply takes messages that the client gets after it
     */
    void missed(byte[] beginning, Consumer<byte[]> reply);
}
