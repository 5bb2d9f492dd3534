package io.ethryx.server.listener;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Puts a short head in the place of one that has been judged: the method, the framing, and nothing else. Undertow's parser
 * would decode a target, rewrites or refuses octets in it that HTTP allows and we pass on as they are, and reads each field
 * a second time; the real target and fields reach the exchange through {@link Http1Entry}. Says HTTP/1.0, where no Host is
 * asked for. Stateless.
 */
final class HeadCut {

    private static final byte[] REST_OF_LINE = ascii(" / HTTP/1.0\r\n");
    private static final byte[] LENGTH = ascii("content-length:");
    private static final byte[] CHUNKED = ascii("transfer-encoding:chunked\r\n");

    private HeadCut() {}

    /**
     * Replaces the head in place, and moves what follows it.
     *
     * @param bytes at absolute positions
     * @param from where the head begins
     * @param framing what was found there
     * @param to where the bytes end
     * @return by how much they became shorter; never negative
     */
    static int apply(ByteBuffer bytes, int from, RequestFraming framing, int to) {
        RequestLine line = framing.line();
        int end = from + framing.headBytes();
        int at = from + line.methodLength();
        if (line.emptyLineBytes() > 0) {
            bytes.put(from, bytes, from + line.emptyLineBytes(), line.methodLength());
        }
        at = put(bytes, at, REST_OF_LINE);
        long length = framing.requestLength();
        if (length >= 0) {
            at = number(bytes, put(bytes, at, LENGTH), length);
            at = lineEnd(bytes, at);
        } else if (length == -1) {
            at = put(bytes, at, CHUNKED);
        }
        at = lineEnd(bytes, at);
        bytes.put(at, bytes, end, to - end);
        return end - at;
    }

    private static int put(ByteBuffer bytes, int at, byte[] text) {
        bytes.put(at, text);
        return at + text.length;
    }

    private static int lineEnd(ByteBuffer bytes, int at) {
        bytes.put(at, (byte) '\r');
        bytes.put(at + 1, (byte) '\n');
        return at + 2;
    }

    private static int number(ByteBuffer bytes, int at, long number) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        long rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            bytes.put(i, (byte) ('0' + rest % 10));
            rest /= 10;
        }
        return at + digits;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
