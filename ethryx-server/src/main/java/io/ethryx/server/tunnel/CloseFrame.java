package io.ethryx.server.tunnel;

import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;

/** The Close frame that Ethryx itself may have to send (RFC 6455 section 5.5.1): 1001, going away, without a reason. */
final class CloseFrame {

    private static final byte FINAL_CLOSE = (byte) 0x88;
    private static final byte MASKED = (byte) 0x80;
    private static final byte LENGTH = 2;
    private static final short GOING_AWAY = 1001;

    private CloseFrame() {}

    /** As a server sends it. */
    static ByteBuffer toClient() {
        return ByteBuffer.allocate(4)
                .put(FINAL_CLOSE)
                .put(LENGTH)
                .putShort(GOING_AWAY)
                .flip();
    }

    /** As a client sends it: masked, by a key that nobody can foresee (section 5.3). */
    static ByteBuffer toUpstream() {
        int key = ThreadLocalRandom.current().nextInt();
        return ByteBuffer.allocate(8)
                .put(FINAL_CLOSE)
                .put((byte) (MASKED | LENGTH))
                .putInt(key)
                .putShort((short) (GOING_AWAY ^ key >>> 16))
                .flip();
    }
}
