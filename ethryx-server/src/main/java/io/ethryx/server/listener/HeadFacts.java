package io.ethryx.server.listener;

import org.jspecify.annotations.Nullable;

/** What the fields of a request head say about its framing, its host and the life of its connection. */
final class HeadFacts implements FieldLines.Receiver {

    private static final int HOST = 1;
    private static final int CONTENT_LENGTH = 2;
    private static final int TRANSFER_ENCODING = 3;
    private static final int CONNECTION = 4;

    private static final int MOST_DIGITS = 18;

    private final GrowingBytes host = new GrowingBytes(64);
    private boolean hostSeen;
    private long contentLength;
    private boolean chunked;
    private boolean close;
    private boolean keepAlive;

    void reset() {
        host.clear();
        hostSeen = false;
        contentLength = -1;
        chunked = false;
        close = false;
        keepAlive = false;
    }

    @Override
    public int watch(byte[] name, int length) {
        return switch (length) {
            case 4 -> Octets.equalsIgnoringCase(name, 0, length, "host") ? HOST : 0;
            case 10 -> Octets.equalsIgnoringCase(name, 0, length, "connection") ? CONNECTION : 0;
            case 14 -> Octets.equalsIgnoringCase(name, 0, length, "content-length") ? CONTENT_LENGTH : 0;
            case 17 -> Octets.equalsIgnoringCase(name, 0, length, "transfer-encoding") ? TRANSFER_ENCODING : 0;
            default -> 0;
        };
    }

    @Override
    public @Nullable Fault field(int field, byte[] value, int from, int to) {
        int start = from;
        while (start < to && Octets.isBlank(value[start])) {
            start++;
        }
        return switch (field) {
            case HOST -> host(value, start, to);
            case CONTENT_LENGTH -> length(value, start, to);
            case TRANSFER_ENCODING -> coding(value, start, to);
            default -> {
                connection(value, start, to);
                yield null;
            }
        };
    }

    private @Nullable Fault host(byte[] value, int from, int to) {
        int end = to;
        while (end > from && Octets.isBlank(value[end - 1])) {
            end--;
        }
        if (hostSeen || (end > from && !Authority.isValid(value, from, end))) {
            return Fault.HOST;
        }
        hostSeen = true;
        for (int i = from; i < end; i++) {
            host.put(value[i]);
        }
        return null;
    }

    /** Blanks after the number are legal and refused all the same: no client writes them, and hops differ about them. */
    private @Nullable Fault length(byte[] value, int from, int to) {
        if (contentLength >= 0 || from == to || to - from > MOST_DIGITS) {
            return Fault.LENGTH;
        }
        long length = 0;
        for (int i = from; i < to; i++) {
            if (value[i] < '0' || value[i] > '9') {
                return Fault.LENGTH;
            }
            length = length * 10 + value[i] - '0';
        }
        contentLength = length;
        return null;
    }

    private @Nullable Fault coding(byte[] value, int from, int to) {
        if (chunked || !Octets.equalsIgnoringCase(value, from, to, "chunked")) {
            return Fault.CODING;
        }
        chunked = true;
        return null;
    }

    private void connection(byte[] value, int from, int to) {
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && value[end] != ',') {
                end++;
            }
            int start = at;
            int stop = end;
            while (start < stop && Octets.isBlank(value[start])) {
                start++;
            }
            while (stop > start && Octets.isBlank(value[stop - 1])) {
                stop--;
            }
            close |= Octets.equalsIgnoringCase(value, start, stop, "close");
            keepAlive |= Octets.equalsIgnoringCase(value, start, stop, "keep-alive");
            at = end + 1;
        }
    }

    /** What is wrong with the head as a whole, or null. */
    @Nullable
    Fault verdict(RequestLine line) {
        if (chunked && contentLength >= 0) {
            return Fault.AMBIGUOUS;
        } else if (chunked && line.http10()) {
            return Fault.CODING;
        } else if ((!hostSeen && !line.http10()) || (hostSeen && line.contradicts(host.array, 0, host.length))) {
            return Fault.HOST;
        }
        return null;
    }

    /** The body's length, -1 for a chunked one, -2 for none. */
    long requestLength() {
        return chunked ? -1 : contentLength < 0 ? -2 : contentLength;
    }

    boolean persistent(boolean http10) {
        return !close && (!http10 || keepAlive);
    }
}
