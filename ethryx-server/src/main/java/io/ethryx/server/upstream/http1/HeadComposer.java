package io.ethryx.server.upstream.http1;

import io.ethryx.core.apart.Apart;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.io.BodyBuffers;
import io.ethryx.server.upstream.UpstreamRequest;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.util.HttpString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes heads and trailers as bytes, into an array that is kept, and from there into pooled buffers. Refuses what would
 * become another field or another request. One an IO thread.
 */
final class HeadComposer extends Apart implements UpstreamRequest.FieldSink {

    static final int MAX_BYTES = 256 * 1_024;

    private static final int KEPT = 8 * 1_024;
    private static final FieldSet OURS =
            FieldSet.of(KnownField.CONNECTION, KnownField.CONTENT_LENGTH, KnownField.TRANSFER_ENCODING);
    private static final byte[] VERSION = {' ', 'H', 'T', 'T', 'P', '/', '1', '.', '1', '\r', '\n'};
    private static final byte[] UPGRADE = "Connection: Upgrade\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LAST_CHUNK = {'0', '\r', '\n'};
    private static final byte[] CHUNKED = {'c', 'h', 'u', 'n', 'k', 'e', 'd'};

    private byte[] bytes = new byte[KEPT];
    private int length;

    @Nullable
    private String fault;

    /** The upstream's own name, which each of its requests says, and the line that says so. */
    private String host = "";

    private byte[] hostLine = {};

    /**
     * Composes a request's head.
     *
     * @return null, or why it can't be sent
     */
    @Nullable
    String head(UpstreamRequest request) {
        begin();
        HttpString method = request.method();
        if (!isToken(method)) {
            refuse("the method holds a forbidden character");
        }
        put(method);
        put((byte) ' ');
        target(request.target());
        put(VERSION);
        request.writeFields(this);
        String upgrade = request.upgrade();
        if (upgrade != null) {
            put(UPGRADE);
            put(KnownField.UPGRADE.spelled());
            value(upgrade);
        }
        long contentLength = request.contentLength();
        if (contentLength >= 0) {
            put(KnownField.CONTENT_LENGTH.spelled());
            colon();
            number(contentLength);
            end();
        } else if (contentLength == UpstreamRequest.UNKNOWN_LENGTH) {
            put(KnownField.TRANSFER_ENCODING.spelled());
            colon();
            put(CHUNKED);
            end();
        }
        end();
        return fault;
    }

    /**
     * Composes the last chunk and the trailers.
     *
     * @return null, or why they can't be sent
     */
    @Nullable
    String lastChunk(@Nullable FieldBlock trailers) {
        begin();
        put(LAST_CHUNK);
        if (trailers != null) {
            lines(trailers);
        }
        end();
        return fault;
    }

    private void begin() {
        length = 0;
        fault = null;
    }

    @Override
    public void lines(FieldBlock fields) {
        if (fields.hasAny(OURS)) {
            refuse("a framing field was given as a field");
        }
        int more = fields.length();
        if (fits(more)) {
            int at = room(more);
            fields.write(bytes, at);
            length += more;
        }
    }

    @Override
    public void field(String name, String value) {
        if (hostLine.length > 0 && name.equals(KnownField.HOST.spelled()) && value.equals(host)) {
            put(hostLine);
        } else {
            compose(name, value);
        }
    }

    private void compose(String name, String value) {
        int from = length;
        if (!FieldOctets.isName(name)) {
            refuse("a field name holds a forbidden character");
        }
        put(name);
        if (OURS.contains(KnownField.of(bytes, length - name.length(), length))) {
            refuse("a framing field was given as a field");
        }
        value(value);
        if (fault == null && name.equals(KnownField.HOST.spelled())) {
            host = value;
            hostLine = Arrays.copyOfRange(bytes, from, length);
        }
    }

    private void value(String value) {
        if (!FieldOctets.isValue(value)) {
            refuse("a field value holds a forbidden character");
        }
        colon();
        put(value);
        end();
    }

    private static boolean isToken(HttpString name) {
        int n = name.length();
        for (int i = 0; i < n; i++) {
            if (!FieldOctets.isToken(name.byteAt(i))) {
                return false;
            }
        }
        return n > 0;
    }

    private void target(String target) {
        int chars = target.length();
        if (chars == 0) {
            refuse("the target is empty");
        }
        int at = room(chars);
        for (int i = 0; i < chars; i++) {
            char c = target.charAt(i);
            if (c <= ' ' || c == 0x7F || c > 0xFF) {
                refuse("the target holds a forbidden character");
            }
            bytes[at + i] = (byte) c;
        }
        length += chars;
    }

    private void put(String text) {
        int chars = text.length();
        int at = room(chars);
        for (int i = 0; i < chars; i++) {
            bytes[at + i] = (byte) text.charAt(i);
        }
        length += chars;
    }

    private void colon() {
        int at = room(2);
        bytes[at] = ':';
        bytes[at + 1] = ' ';
        length += 2;
    }

    private void put(HttpString text) {
        int n = text.length();
        int at = room(n);
        text.copyTo(bytes, at);
        length += n;
    }

    private void put(byte[] some) {
        int at = room(some.length);
        System.arraycopy(some, 0, bytes, at, some.length);
        length += some.length;
    }

    private void put(byte b) {
        int at = room(1);
        bytes[at] = b;
        length++;
    }

    private void end() {
        int at = room(2);
        bytes[at] = '\r';
        bytes[at + 1] = '\n';
        length += 2;
    }

    private void number(long value) {
        int at = room(20) + 20;
        int digits = 0;
        long rest = value;
        do {
            digits++;
            bytes[at - digits] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        System.arraycopy(bytes, at - digits, bytes, length, digits);
        length += digits;
    }

    private boolean fits(int more) {
        if (length + more > MAX_BYTES) {
            refuse("the head is too large");
            return false;
        }
        return true;
    }

    /** Makes room behind what is there; gives the place. A head that is too large starts over and is refused. */
    private int room(int more) {
        if (!fits(more)) {
            length = 0;
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
        return length;
    }

    private void refuse(String why) {
        if (fault == null) {
            fault = why;
        }
    }

    /** Moves what was composed into pooled buffers at the end of an output, with room for so many bytes that come behind it. */
    void moveTo(RequestOutput output, BodyBuffers pool, long behind) {
        int at = 0;
        while (at < length) {
            PooledByteBuffer pooled = pool.allocate(Math.min(length - at + behind, pool.getBufferSize()));
            int n = Math.min(length - at, pooled.getBuffer().remaining());
            pooled.getBuffer().put(bytes, at, n).flip();
            output.add(pooled);
            at += n;
        }
        length = 0;
        if (bytes.length > KEPT) {
            bytes = new byte[KEPT];
        }
    }
}
