package io.ethryx.server.listener.http1;

import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.RepeatedText;
import io.ethryx.server.listener.connection.Authority;
import io.ethryx.server.listener.connection.Fault;
import io.ethryx.server.listener.connection.UriOctets;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import org.jspecify.annotations.Nullable;

/** The strict reader of a request line (RFC 9112 section 3), with the empty lines that may come before it. */
final class RequestLine {

    private static final HttpString[] KNOWN = {
        Methods.POST, Methods.GET, Methods.HEAD, Methods.OPTIONS, Methods.PUT, Methods.DELETE, Methods.PATCH
    };
    private static final int LONGEST_METHOD = 32;
    private static final int MOST_EMPTY_LINES = 2;
    private static final String VERSION_PREFIX = "HTTP/1.";

    private enum State {
        START,
        START_LF,
        METHOD,
        TARGET,
        VERSION,
        VERSION_CR,
        VERSION_LF,
        ENDED
    }

    private final GrowingBytes method = new GrowingBytes(LONGEST_METHOD);
    private final GrowingBytes target = new GrowingBytes(128);
    private final RepeatedText targetText = new RepeatedText();
    private State state = State.START;
    private @Nullable Fault fault;
    private int emptyLines;
    private int versionAt;
    private boolean http10;
    private int authorityFrom;
    private int authorityTo;

    void reset() {
        method.clear();
        target.clear();
        state = State.START;
        fault = null;
        emptyLines = 0;
        versionAt = 0;
        http10 = false;
        authorityFrom = 0;
        authorityTo = 0;
    }

    /** Reads on; stops after the line's last byte, at a fault, or at the end of the bytes. */
    int scan(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && state != State.ENDED && fault == null) {
            at = state == State.TARGET
                    ? targetBytes(bytes, at, to)
                    : state == State.METHOD ? methodBytes(bytes, at, to) : step(bytes[at], at);
        }
        return at;
    }

    private int step(byte c, int at) {
        switch (state) {
            case START -> {
                return start(c) ? at + 1 : at;
            }
            case START_LF -> expect(c, '\n', State.START, Fault.REQUEST_LINE);
            case VERSION -> versionByte(c);
            case VERSION_CR -> expect(c, '\r', State.VERSION_LF, Fault.VERSION);
            case VERSION_LF -> {
                expect(c, '\n', State.ENDED, Fault.REQUEST_LINE);
                if (fault == null) {
                    judge();
                }
            }
            default -> throw new IllegalStateException(state.name());
        }
        return at + 1;
    }

    /** Whether the byte was one of an empty line. */
    private boolean start(byte c) {
        boolean empty = c == '\r' && emptyLines++ < MOST_EMPTY_LINES;
        state = empty ? State.START_LF : State.METHOD;
        return empty;
    }

    private int methodBytes(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && FieldOctets.isToken(bytes[at])) {
            at++;
        }
        if (method.length + at - from > LONGEST_METHOD) {
            fault = Fault.REQUEST_LINE;
            return at;
        }
        method.put(bytes, from, at);
        if (at == to) {
            return at;
        } else if (bytes[at] == ' ' && method.length > 0) {
            state = State.TARGET;
        } else {
            fault = Fault.REQUEST_LINE;
        }
        return at + 1;
    }

    private int targetBytes(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && UriOctets.isTarget(bytes[at])) {
            at++;
        }
        target.put(bytes, from, at);
        if (at == to) {
            return at;
        } else if (bytes[at] == ' ' && target.length > 0) {
            state = State.VERSION;
        } else {
            fault = Fault.TARGET;
        }
        return at + 1;
    }

    private void versionByte(byte c) {
        if (versionAt < VERSION_PREFIX.length()) {
            if (c != VERSION_PREFIX.charAt(versionAt++)) {
                fault = Fault.VERSION;
            }
        } else if (c == '0' || c == '1') {
            http10 = c == '0';
            state = State.VERSION_CR;
        } else {
            fault = Fault.VERSION;
        }
    }

    private void expect(byte c, char wanted, State next, Fault otherwise) {
        if (c == wanted) {
            state = next;
        } else {
            fault = otherwise;
        }
    }

    private void judge() {
        byte first = target.array[0];
        if (isMethod("PRI")) {
            fault = Fault.REQUEST_LINE;
        } else if (isConnect()) {
            authorityTo = target.length;
            faultUnless(Authority.isValid(target.array, 0, target.length));
        } else if (first == '*') {
            faultUnless(target.length == 1 && isMethod("OPTIONS"));
        } else if (first != '/') {
            judgeAbsoluteForm();
        }
    }

    private void judgeAbsoluteForm() {
        int scheme = prefix("http://") ? 7 : prefix("https://") ? 8 : -1;
        if (scheme < 0) {
            fault = Fault.TARGET;
            return;
        }
        int end = scheme;
        while (end < target.length && target.array[end] != '/' && target.array[end] != '?') {
            end++;
        }
        authorityFrom = scheme;
        authorityTo = end;
        faultUnless(Authority.isValid(target.array, scheme, end));
    }

    private boolean prefix(String scheme) {
        return target.length >= scheme.length() && FieldOctets.spell(target.array, 0, scheme.length(), scheme);
    }

    private void faultUnless(boolean valid) {
        if (!valid) {
            fault = Fault.TARGET;
        }
    }

    private boolean isMethod(String name) {
        if (method.length != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (method.array[i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean untouched() {
        return state == State.START && emptyLines == 0;
    }

    boolean ended() {
        return state == State.ENDED;
    }

    @Nullable
    Fault fault() {
        return fault;
    }

    boolean isConnect() {
        return isMethod("CONNECT");
    }

    boolean http10() {
        return http10;
    }

    HttpString method() {
        for (HttpString known : KNOWN) {
            if (known.length() == method.length && isMethod(known)) {
                return known;
            }
        }
        return new HttpString(method.array, 0, method.length);
    }

    private boolean isMethod(HttpString known) {
        for (int i = 0; i < known.length(); i++) {
            if (known.byteAt(i) != method.array[i]) {
                return false;
            }
        }
        return true;
    }

    /** The target, an absolute form reduced to path and query; the authority that a CONNECT asks for. */
    String target() {
        if (isConnect() || authorityTo == 0) {
            return targetText.of(target.array, 0, target.length);
        } else if (authorityTo == target.length) {
            return "/";
        }
        String rest = targetText.of(target.array, authorityTo, target.length);
        return rest.charAt(0) == '/' ? rest : "/" + rest;
    }

    /** Whether the target names an authority other than the given Host. */
    boolean contradicts(byte[] host, int from, int to) {
        if (authorityTo == 0 || isConnect()) {
            return false;
        }
        if (to - from != authorityTo - authorityFrom) {
            return true;
        }
        for (int i = 0; i < to - from; i++) {
            if (FieldOctets.lower(host[from + i]) != FieldOctets.lower(target.array[authorityFrom + i])) {
                return true;
            }
        }
        return false;
    }
}
