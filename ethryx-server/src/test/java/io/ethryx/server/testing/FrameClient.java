package io.ethryx.server.testing;

import io.undertow.protocols.http2.HpackDecoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A client that writes HTTP/2 frames as bytes and reads frames as they come. */
public final class FrameClient implements AutoCloseable {

    public static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PUSH_PROMISE = 5;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;
    public static final int END_STREAM = 1;
    public static final int END_HEADERS = 4;
    public static final int PADDED = 8;
    public static final int PRIORITIZED = 0x20;

    /** One frame as it came; each char of the text is a byte of its payload. */
    public record Frame(int type, int flags, int stream, String text) {

        public byte[] payload() {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }

        public int number() {
            return ByteBuffer.wrap(payload()).getInt();
        }

        /** The error code of a GOAWAY. */
        public int code() {
            return ByteBuffer.wrap(payload()).getInt(4);
        }

        public boolean ends() {
            return (flags & END_STREAM) != 0;
        }
    }

    public final RawClient raw;
    private final HpackDecoder decoder = new HpackDecoder(4096);

    private FrameClient(RawClient raw) {
        this.raw = raw;
    }

    public static FrameClient connect(int port) throws IOException {
        FrameClient client = new FrameClient(RawClient.connect(port));
        client.raw.send(PREFACE);
        client.frame(SETTINGS, 0, 0, new byte[0]);
        return client;
    }

    public static FrameClient over(RawClient raw) {
        return new FrameClient(raw);
    }

    public FrameClient frame(int type, int flags, int stream, byte[] payload) throws IOException {
        raw.send(bytes(type, flags, stream, payload));
        return this;
    }

    public static byte[] bytes(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /** A header block of names and values in turn, literal and without indexing. */
    public static byte[] block(String... namesAndValues) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            block.write(0);
            literal(block, namesAndValues[i]);
            literal(block, namesAndValues[i + 1]);
        }
        return block.toByteArray();
    }

    private static void literal(ByteArrayOutputStream block, String text) {
        int length = text.length();
        if (length < 127) {
            block.write(length);
        } else {
            block.write(127);
            int rest = length - 127;
            while (rest >= 128) {
                block.write(rest % 128 + 128);
                rest /= 128;
            }
            block.write(rest);
        }
        block.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The head of a request, with what is given after the usual fields. */
    public static byte[] head(String method, String path, String... more) {
        String[] all = new String[8 + more.length];
        System.arraycopy(
                new String[] {":method", method, ":scheme", "http", ":path", path, ":authority", "a"}, 0, all, 0, 8);
        System.arraycopy(more, 0, all, 8, more.length);
        return block(all);
    }

    public FrameClient get(int stream, String path, String... more) throws IOException {
        return frame(HEADERS, END_STREAM | END_HEADERS, stream, head("GET", path, more));
    }

    public FrameClient post(int stream, String path, String... more) throws IOException {
        return frame(HEADERS, END_HEADERS, stream, head("POST", path, more));
    }

    public FrameClient data(int stream, String data, boolean last) throws IOException {
        return frame(DATA, last ? END_STREAM : 0, stream, data.getBytes(StandardCharsets.ISO_8859_1));
    }

    public FrameClient reset(int stream, int code) throws IOException {
        return frame(RST_STREAM, 0, stream, ByteBuffer.allocate(4).putInt(code).array());
    }

    public FrameClient setting(int id, int value) throws IOException {
        return frame(
                SETTINGS,
                0,
                0,
                ByteBuffer.allocate(6).putShort((short) id).putInt(value).array());
    }

    public FrameClient windowUpdate(int stream, int increment) throws IOException {
        return frame(
                WINDOW_UPDATE,
                0,
                stream,
                ByteBuffer.allocate(4).putInt(increment).array());
    }

    /**
     * What became of all that was sent: {@code fine}, the first {@code reset STREAM CODE}, or {@code goaway CODE}. Asks by a
     * PING; answers are passed over.
     */
    public String outcome() throws IOException {
        try {
            frame(PING, 0, 0, "outcome?".getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            // The connection has ended already; why is still to be read.
        }
        String outcome = "fine";
        Frame frame = next();
        while (frame != null && !(frame.type == PING && frame.text.equals("outcome?"))) {
            if (frame.type == GOAWAY) {
                return "goaway " + frame.code();
            } else if (frame.type == RST_STREAM && outcome.equals("fine")) {
                outcome = "reset " + frame.stream + " " + frame.number();
            }
            frame = next();
        }
        return frame == null ? "closed" : outcome;
    }

    /** The next frame, or null at the end of the connection. */
    public Frame next() throws IOException {
        byte[] header;
        try {
            header = raw.socket().getInputStream().readNBytes(9);
        } catch (SocketException e) {
            // Reset: ended, too.
            return null;
        }
        if (header.length < 9) {
            return null;
        }
        int length = ((header[0] & 0xFF) << 16) | ((header[1] & 0xFF) << 8) | (header[2] & 0xFF);
        byte[] payload = raw.socket().getInputStream().readNBytes(length);
        return new Frame(
                header[3],
                header[4],
                ByteBuffer.wrap(header, 5, 4).getInt(),
                new String(payload, StandardCharsets.ISO_8859_1));
    }

    /** The next frame of a type, past any others. */
    public Frame next(int type) throws IOException {
        Frame frame = next();
        while (frame != null && frame.type != type) {
            frame = next();
        }
        return frame;
    }

    /** The next frame of a stream. */
    public Frame of(int stream) throws IOException {
        Frame frame = next();
        while (frame != null && frame.stream != stream) {
            frame = next();
        }
        if (frame == null) {
            throw new IOException("the connection ended before a frame of stream " + stream);
        }
        return frame;
    }

    public Map<String, String> fields(Frame headers) throws Exception {
        Map<String, String> fields = new LinkedHashMap<>();
        decoder.setHeaderEmitter((name, value, neverIndex) -> fields.put(name.toString(), value));
        decoder.decode(ByteBuffer.wrap(headers.payload()), false);
        return fields;
    }

    /** Reads the answer of a stream whose answers alone are to come: status and body. */
    public String answer(int stream) throws Exception {
        Frame frame = of(stream);
        if (frame.type == RST_STREAM) {
            return "reset " + frame.number();
        }
        StringBuilder answer = new StringBuilder(fields(frame).get(":status"));
        while (!frame.ends()) {
            frame = of(stream);
            if (frame.type == RST_STREAM) {
                return answer + " reset " + frame.number();
            }
            answer.append(' ').append(frame.text());
        }
        return answer.toString().trim();
    }

    @Override
    public void close() throws IOException {
        raw.close();
    }
}
