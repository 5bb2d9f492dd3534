package io.ethryx.server.frames;

import io.ethryx.server.budget.ByteBudget;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one side of a WebSocket, out of bytes that may be cut anywhere, by the letter of RFC 6455 sections 5 and 7.4. No
 * extension is known. A message grows as its bytes come, whatever length its frames declare. Confined to one thread.
 */
public final class MessageReader {

    /** A frame or a sequence of frames that can't be. */
    public static final int PROTOCOL_ERROR = 1002;

    /** A kind of message that is not taken. */
    public static final int UNSUPPORTED = 1003;

    /** A text that is no UTF-8. */
    public static final int BAD_PAYLOAD = 1007;

    /** A message that is too long. */
    public static final int TOO_BIG = 1009;

    /** There is no room for the message now. */
    public static final int TRY_AGAIN = 1013;

    /** What {@link Hearer#close} tells of a Close without a code (section 7.1.5). */
    public static final int NO_CODE = 1005;

    private static final byte[] NONE = {};
    private static final int FIRST = 512;

    /** Hears what is said. After a fault or a Close nothing more is told. */
    public interface Hearer {

        /**
         * A text message is whole.
         *
         * @param message its bytes, well-formed UTF-8, the hearer's to keep
         * @param taken how much was taken of the budget for it, the hearer's to give back
         */
        void text(byte[] message, long taken);

        /**
         * A Ping is to be answered.
         *
         * @param payload what the Pong has to carry, the hearer's to keep
         */
        void ping(byte[] payload);

        /**
         * The other side closes.
         *
         * @param code its code, or {@link #NO_CODE}
         */
        void close(int code);

        /**
         * What came can't be taken; the WebSocket has to be failed.
         *
         * @param code for the Close
         * @param reason the same in words
         */
        void fault(int code, String reason);
    }

    /** Which side is read. */
    public enum From {
        /** A client, whose frames are masked. */
        CLIENT,
        /** A server, whose frames are not. */
        SERVER
    }

    private final From from;
    private final long most;
    private final ByteBudget budget;
    private final Hearer hearer;
    private final FrameHead head = new FrameHead();
    private final byte[] control = new byte[FrameHead.MOST_CONTROL_BYTES];
    private byte[] message = NONE;
    private int length;
    private long taken;
    private boolean amidMessage;
    private boolean amidPayload;
    private long at;
    private boolean over;

    /**
     * A reader at the beginning of the first frame.
     *
     * @param from which side is read
     * @param most how long a message may be, in bytes
     * @param budget what messages of all readers may take together
     * @param hearer hears them
     */
    public MessageReader(From from, long most, ByteBudget budget, Hearer hearer) {
        this.from = from;
        this.most = most;
        this.budget = budget;
        this.hearer = hearer;
    }

    /**
     * Reads on up to the end of a frame at most, and tells what is whole by then.
     *
     * @param bytes what has come; its position moves behind what was read, all of it after a fault or a Close
     */
    public void read(ByteBuffer bytes) {
        if (over) {
            bytes.position(bytes.limit());
            return;
        }
        if (!amidPayload) {
            if (!head.read(bytes) || !begins()) {
                return;
            }
            amidPayload = true;
            at = 0;
        }
        if (payload(bytes) && at == head.payload()) {
            amidPayload = false;
            ends();
            head.reset();
        }
    }

    private boolean begins() {
        String fault = fault();
        if (fault != null) {
            return fail(PROTOCOL_ERROR, fault);
        } else if (head.opcode() == FrameHead.BINARY) {
            return fail(UNSUPPORTED, "calls are text");
        } else if (!head.isControl() && (head.payload() > most - length)) {
            return fail(TOO_BIG, "a message is at most " + most + " bytes long");
        }
        if (!head.isControl()) {
            amidMessage = true;
        }
        return true;
    }

    private @Nullable String fault() {
        if (head.reserved() != 0) {
            return "a reserved bit is set";
        } else if (head.isMasked() != (from == From.CLIENT)) {
            return from == From.CLIENT ? "a client's frame is not masked" : "a server's frame is masked";
        } else if (head.payload() < 0) {
            return "a length has its highest bit set";
        } else if (head.isControl()) {
            return controlFault();
        }
        return switch (head.opcode()) {
            case FrameHead.CONTINUATION -> amidMessage ? null : "a continuation of nothing";
            case FrameHead.TEXT, FrameHead.BINARY -> amidMessage ? "a message amid another" : null;
            default -> "an unknown opcode";
        };
    }

    private @Nullable String controlFault() {
        if (head.opcode() > FrameHead.PONG) {
            return "an unknown opcode";
        } else if (!head.isLast()) {
            return "a control frame in fragments";
        }
        return head.payload() > FrameHead.MOST_CONTROL_BYTES ? "a control frame of more than 125 bytes" : null;
    }

    /** Takes what is there of a payload; false if there is no room for it. */
    private boolean payload(ByteBuffer bytes) {
        int count = (int) Math.min(head.payload() - at, bytes.remaining());
        byte[] into = control;
        int to = (int) at;
        if (!head.isControl()) {
            if (!makeRoom(count)) {
                return fail(TRY_AGAIN, "too many bytes of messages are held");
            }
            into = message;
            to = length;
            length += count;
        }
        bytes.get(into, to, count);
        FrameHead.mask(into, to, to + count, head.key(), at);
        at += count;
        return true;
    }

    private boolean makeRoom(int count) {
        if (length + count <= message.length) {
            return true;
        }
        long room = Math.min(Math.max(FIRST, Math.max(length + count, 2L * message.length)), most);
        if (!budget.take(room - taken)) {
            return false;
        }
        taken = room;
        message = Arrays.copyOf(message, (int) room);
        return true;
    }

    private void ends() {
        switch (head.opcode()) {
            case FrameHead.PING -> hearer.ping(Arrays.copyOf(control, (int) at));
            case FrameHead.CLOSE -> closes();
            case FrameHead.PONG -> {
                // It answers nothing that was asked.
            }
            default -> {
                if (head.isLast()) {
                    messageEnds();
                }
            }
        }
    }

    private void messageEnds() {
        byte[] whole = length == message.length ? message : Arrays.copyOf(message, length);
        long took = taken;
        amidMessage = false;
        message = NONE;
        length = 0;
        taken = 0;
        if (isUtf8(whole, 0, whole.length)) {
            hearer.text(whole, took);
        } else {
            budget.give(took);
            fail(BAD_PAYLOAD, "a text is no UTF-8");
        }
    }

    private void closes() {
        int size = (int) at;
        if (size == 1) {
            fail(PROTOCOL_ERROR, "a Close with half a code");
            return;
        }
        int code = size == 0 ? NO_CODE : (control[0] & 0xFF) << 8 | (control[1] & 0xFF);
        if (size > 0 && !mayBeSent(code)) {
            fail(PROTOCOL_ERROR, "a Close with a code that is not to be sent");
        } else if (size > 2 && !isUtf8(control, 2, size)) {
            fail(BAD_PAYLOAD, "a reason is no UTF-8");
        } else {
            release();
            over = true;
            hearer.close(code);
        }
    }

    private static boolean mayBeSent(int code) {
        boolean registered = code >= 1000 && code <= 1014 && (code < 1004 || code > 1006);
        return registered || (code >= 3000 && code <= 4999);
    }

    private static boolean isUtf8(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] >= 0) {
            at++;
        }
        if (at == to) {
            return true;
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer rest = ByteBuffer.wrap(bytes, at, to - at);
        CharBuffer chars = CharBuffer.allocate(1024);
        while (true) {
            var result = decoder.decode(rest, chars.clear(), true);
            if (result.isError()) {
                return false;
            } else if (result.isUnderflow()) {
                return true;
            }
        }
    }

    private boolean fail(int code, String reason) {
        release();
        over = true;
        hearer.fault(code, reason);
        return false;
    }

    /** Gives up a message that is not whole; nothing more is told. Idempotent. */
    public void release() {
        budget.give(taken);
        taken = 0;
        message = NONE;
        length = 0;
        over = true;
    }
}
