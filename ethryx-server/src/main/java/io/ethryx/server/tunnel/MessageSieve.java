package io.ethryx.server.tunnel;

import io.ethryx.server.frames.FrameHead;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One direction of frames, of which text messages are held until they are whole, if somebody wants to hear them; all else
 * passes as it comes, control frames between the parts of a message that is held, too. A message that nobody changes passes
 * in its own frames. Confined to one thread.
 */
final class MessageSieve {

    /** Hears the messages. */
    interface Hearer {

        /** Whether the text message that begins is to be held. */
        boolean wants();

        /** Whether so many bytes more may be held for it. */
        boolean mayHold(int held, int more);

        /** A message is whole: the same array lets it pass, another one goes in its stead, null drops it. */
        byte @Nullable [] heard(byte[] message);

        /** The message is not held any longer; this is how it begins. */
        void missed(byte[] beginning);

        /** The frame of a message that goes in another's stead. */
        ByteBuffer frame(byte[] message);
    }

    private static final int BEGINNING = 64;

    private enum Message {
        NONE,
        HELD,
        PASSING
    }

    private final Hearer hearer;
    private final ByteQueue out;
    private final ByteQueue held = new ByteQueue();
    private final FrameHead head = new FrameHead();
    private Message message = Message.NONE;
    private boolean amidPayload;
    private boolean amidPassingFrame;
    private boolean closed;
    private long payload;

    /** One that gives what passes to a queue. */
    MessageSieve(Hearer hearer, ByteQueue out) {
        this.hearer = hearer;
        this.out = out;
    }

    /** Whether a message of somebody else's may stand behind what has passed so far. */
    boolean isBetweenMessages() {
        return !closed && !amidPassingFrame && message != Message.PASSING;
    }

    /** How many bytes are held. */
    int held() {
        return held.size();
    }

    /** Takes all bytes of a buffer. */
    void take(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (!amidPayload) {
                if (!head.read(bytes)) {
                    return;
                }
                frameBegins();
            }
            takePayload(bytes);
            if (payload == 0) {
                frameEnds();
            }
        }
    }

    private void frameBegins() {
        payload = head.payload() < 0 ? Long.MAX_VALUE : head.payload();
        amidPayload = true;
        if (head.isControl()) {
            if (head.opcode() == FrameHead.CLOSE) {
                letGo();
                closed = true;
            }
        } else if (message == Message.NONE) {
            boolean text = head.opcode() == FrameHead.TEXT && head.reserved() == 0;
            message = text && !closed && hearer.wants() ? Message.HELD : Message.PASSING;
        } else if (message == Message.HELD && (head.opcode() != FrameHead.CONTINUATION || head.reserved() != 0)) {
            letGo();
        }
        if (isHeld() && !hearer.mayHold(held.size(), head.size())) {
            missed();
        }
        amidPassingFrame = !isHeld();
        (isHeld() ? held : out).append(head.raw());
    }

    private boolean isHeld() {
        return message == Message.HELD && !head.isControl();
    }

    private void takePayload(ByteBuffer bytes) {
        int count = (int) Math.min(payload, bytes.remaining());
        if (isHeld() && !hearer.mayHold(held.size(), count)) {
            missed();
            amidPassingFrame = true;
        }
        (isHeld() ? held : out).append(bytes, count);
        payload -= count;
    }

    private void frameEnds() {
        amidPayload = false;
        amidPassingFrame = false;
        boolean ends = head.isLast() && !head.isControl();
        head.reset();
        if (ends && message == Message.HELD) {
            judge();
        }
        message = ends ? Message.NONE : message;
    }

    private void judge() {
        byte[] whole = unmasked(held.size());
        byte[] goesOn = hearer.heard(whole);
        if (goesOn == whole) {
            out.appendAll(held);
        } else {
            held.clear();
            if (goesOn != null) {
                out.append(hearer.frame(goesOn));
            }
        }
    }

    private void missed() {
        byte[] beginning = unmasked(BEGINNING);
        letGo();
        hearer.missed(beginning);
    }

    /** Lets what is held pass as it came, and the rest of the message behind it. */
    void letGo() {
        if (message == Message.HELD) {
            message = Message.PASSING;
            out.appendAll(held);
        }
    }

    /** The payloads of the frames that are held, so many bytes at most. */
    private byte[] unmasked(int most) {
        ByteBuffer frames = held.view();
        byte[] text = new byte[Math.min(most, frames.remaining())];
        int to = 0;
        FrameHead each = new FrameHead();
        while (to < text.length && each.read(frames)) {
            int count = (int) Math.min(each.payload(), Math.min(frames.remaining(), text.length - to));
            frames.get(text, to, count);
            FrameHead.mask(text, to, to + count, each.key(), 0);
            to += count;
            each.reset();
        }
        return Arrays.copyOf(text, to);
    }

    /** Forgets what is held. */
    void clear() {
        held.clear();
        message = Message.PASSING;
    }
}
