package io.ethryx.server.upstream.http2;

import java.util.Arrays;

/**
 * Writes fields in the form that needs no table but the static one (RFC 7541 section 6.1, 6.2.2): a few bytes longer on the
 * wire than with a dynamic table, and in turn nothing is kept for a connection, nothing is searched, and the same bytes can
 * be sent once more on another connection. Reusable; one an IO thread.
 */
final class HpackWriter {

    /** Entries of the static table (RFC 7541 appendix A). */
    static final int AUTHORITY = 1;

    static final int METHOD_GET = 2;
    static final int METHOD_POST = 3;
    static final int PATH = 4;
    static final int SCHEME_HTTP = 6;
    static final int SCHEME_HTTPS = 7;
    static final int CONTENT_LENGTH = 28;

    /** What a peer adds to a field's length (RFC 9113 section 6.5.2). */
    private static final int FIELD_BYTES = 32;

    private static final int KEPT = 8 * 1_024;

    private byte[] bytes = new byte[1_024];
    private int length;
    private int listBytes;

    void begin() {
        length = 0;
        listBytes = 0;
        if (bytes.length > KEPT) {
            bytes = new byte[KEPT];
        }
    }

    /** The size so far, as a peer counts it. */
    int listBytes() {
        return listBytes;
    }

    /** What was written since {@link #begin}. */
    EncodedFields done() {
        return new EncodedFields(Arrays.copyOf(bytes, length), listBytes);
    }

    /** A field that stands in the static table as it is, of so many letters. */
    void whole(int index, int letters) {
        room(1);
        bytes[length++] = (byte) (0x80 | index);
        listBytes += letters + FIELD_BYTES;
    }

    /** The name of a field from the static table, of so many letters; its value has to follow. */
    void name(int index, int letters) {
        number(0, 4, index);
        listBytes += letters + FIELD_BYTES;
    }

    /** A name, written in lower case; its value has to follow. A secret is never put into a table by anyone. */
    void name(byte[] from, int at, int end, boolean secret) {
        room(1);
        bytes[length++] = (byte) (secret ? 0x10 : 0);
        number(0, 7, end - at);
        room(end - at);
        for (int i = at; i < end; i++) {
            byte b = from[i];
            bytes[length++] = b >= 'A' && b <= 'Z' ? (byte) (b | 0x20) : b;
        }
        listBytes += end - at + FIELD_BYTES;
    }

    /** A value. */
    void value(byte[] from, int at, int end) {
        number(0, 7, end - at);
        room(end - at);
        System.arraycopy(from, at, bytes, length, end - at);
        length += end - at;
        listBytes += end - at;
    }

    /** A value, each char one byte. */
    void value(String text) {
        int chars = text.length();
        number(0, 7, chars);
        room(chars);
        for (int i = 0; i < chars; i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
        listBytes += chars;
    }

    /** RFC 7541 section 5.1. */
    private void number(int pattern, int prefixBits, int value) {
        room(6);
        int most = (1 << prefixBits) - 1;
        if (value < most) {
            bytes[length++] = (byte) (pattern | value);
            return;
        }
        bytes[length++] = (byte) (pattern | most);
        int rest = value - most;
        while (rest >= 0x80) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
