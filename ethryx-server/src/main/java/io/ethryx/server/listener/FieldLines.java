package io.ethryx.server.listener;

import org.jspecify.annotations.Nullable;

/**
 * The strict reader of field lines up to and with the empty line that ends them (RFC 9112 sections 5 and 7.1.2). Keeps
 * the bytes of a value only where the receiver asks for it.
 */
final class FieldLines {

    /** Longer names are of no interest to anyone here. */
    private static final int KEPT_NAME = 24;

    /** Hears of the fields. */
    interface Receiver {

        /** Which field this is, 0 for one whose value is not wanted. The name is in lower case. */
        int watch(byte[] name, int length);

        /**
         * A field that is watched.
         *
         * @return what is wrong with it, or null
         */
        @Nullable
        Fault field(int field, byte[] value, int from, int to);
    }

    private enum State {
        LINE,
        NAME,
        VALUE,
        LF,
        END_LF,
        ENDED
    }

    private final Receiver receiver;
    private final Fault malformed;
    private final byte[] name = new byte[KEPT_NAME];
    private final GrowingBytes value = new GrowingBytes(64);
    private State state = State.LINE;
    private @Nullable Fault fault;
    private int nameLength;
    private int watched;
    private int count;

    FieldLines(Receiver receiver, Fault malformed) {
        this.receiver = receiver;
        this.malformed = malformed;
    }

    void reset() {
        state = State.LINE;
        fault = null;
        count = 0;
        value.clear();
    }

    /** Reads on; stops after the last line's last byte, at a fault, or at the end of the bytes. */
    int scan(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && state != State.ENDED && fault == null) {
            switch (state) {
                case LINE -> at = line(bytes[at], at);
                case NAME -> at = nameBytes(bytes, at, to);
                case VALUE -> at = valueBytes(bytes, at, to);
                case LF -> {
                    lineEnd(bytes[at]);
                    at++;
                }
                default -> {
                    expectLineFeed(bytes[at], State.ENDED);
                    at++;
                }
            }
        }
        return at;
    }

    private int line(byte c, int at) {
        if (c == '\r') {
            state = State.END_LF;
            return at + 1;
        }
        nameLength = 0;
        count++;
        state = State.NAME;
        return at;
    }

    private int nameBytes(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            byte c = bytes[at++];
            if (Octets.isToken(c)) {
                if (nameLength < KEPT_NAME) {
                    name[nameLength] = Octets.lower(c);
                }
                nameLength++;
            } else {
                if (c == ':' && nameLength > 0) {
                    watched = nameLength < KEPT_NAME ? receiver.watch(name, nameLength) : 0;
                    value.length = 0;
                    state = State.VALUE;
                } else {
                    fault = malformed;
                }
                return at;
            }
        }
        return at;
    }

    private int valueBytes(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            byte c = bytes[at++];
            if (Octets.isFieldValue(c)) {
                if (watched != 0) {
                    value.put(c);
                }
            } else {
                if (c == '\r') {
                    state = State.LF;
                } else {
                    fault = malformed;
                }
                return at;
            }
        }
        return at;
    }

    private void lineEnd(byte c) {
        expectLineFeed(c, State.LINE);
        if (fault == null && watched != 0) {
            fault = receiver.field(watched, value.array, 0, value.length);
        }
    }

    private void expectLineFeed(byte c, State next) {
        if (c == '\n') {
            state = next;
        } else {
            fault = malformed;
        }
    }

    boolean ended() {
        return state == State.ENDED;
    }

    @Nullable
    Fault fault() {
        return fault;
    }

    int count() {
        return count;
    }
}
