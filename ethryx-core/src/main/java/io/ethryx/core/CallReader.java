package io.ethryx.core;

import io.ethryx.core.apart.Apart;
import org.jspecify.annotations.Nullable;

/** Reads one call, member by member. Used by one thread, for call after call. */
final class CallReader extends Apart {

    private static final long VERSION = ShortText.word("2.0");

    private final JsonScanner scanner;
    private final MethodNames names = new MethodNames();
    private final CallMarks marks = new CallMarks();

    private Body body = Body.NONE;
    private @Nullable RpcError broken;
    private @Nullable String method;
    private int seen;
    private boolean idTold;

    CallReader(JsonScanner scanner) {
        this.scanner = scanner;
    }

    /** Reads the call whose opening brace was consumed; null for a fault. */
    @Nullable
    RpcElement read(Body text, boolean batched) {
        body = text;
        RpcElement element = readAnew(batched);
        body = Body.NONE;
        return element;
    }

    private @Nullable RpcElement readAnew(boolean batched) {
        broken = null;
        method = null;
        seen = 0;
        idTold = true;
        marks.begin(scanner.position() - 1);
        if (!members()) {
            return null;
        }
        marks.to = scanner.position();
        require((seen & MemberName.JSONRPC.bit()) != 0, RequestRule.VERSION);
        String name = method;
        if (broken == null && name != null) {
            return new RpcCall(body, name, batched, marks);
        }
        require(name != null, RequestRule.METHOD);
        return new InvalidCall(brokenRule(), answeredId());
    }

    private boolean members() {
        boolean more = scanner.firstMember();
        while (more) {
            if (!member()) {
                return false;
            }
            more = scanner.nextMember();
        }
        return scanner.sound();
    }

    private boolean member() {
        MemberName name = MemberName.exact(scanner);
        if (name == null) {
            require(!MemberName.resembled(scanner, body), RequestRule.MEMBER_SPELLING);
            return scanner.value(scanner.token());
        }
        boolean first = (seen & name.bit()) == 0;
        seen |= name.bit();
        require(first, RequestRule.MEMBER_ONCE);
        int c = scanner.token();
        int from = scanner.position() - 1;
        boolean parameters = c == '[' && first && name == MemberName.PARAMS;
        if (!(parameters ? parameters() : scanner.value(c))) {
            return false;
        }
        take(name, c, from, first);
        return true;
    }

    private boolean parameters() {
        int c = scanner.firstElement();
        while (c != JsonScanner.END) {
            marks.parameter(scanner.position() - 1);
            if (!scanner.value(c)) {
                return false;
            }
            c = scanner.nextElement();
        }
        return scanner.sound();
    }

    private void take(MemberName name, int kind, int from, boolean first) {
        int to = scanner.position();
        switch (name) {
            case JSONRPC -> require(kind == '"' && isVersion(), RequestRule.VERSION);
            case METHOD -> takeMethod(kind, from, to);
            case PARAMS -> {
                require(kind == '[' || kind == '{' || kind == 'n', RequestRule.PARAMS);
                marks.paramsFrom = from;
                marks.paramsTo = to;
            }
            case ID -> {
                boolean legal = kind != '[' && kind != '{' && kind != 't' && kind != 'f';
                require(legal, RequestRule.ID);
                idTold &= first && legal;
                marks.idFrom = from;
                marks.idTo = to;
            }
        }
    }

    private boolean isVersion() {
        return scanner.word() == VERSION
                || (scanner.escaped()
                        && JsonStrings.unescaped(body, scanner.stringFrom(), scanner.stringTo())
                                .equals("2.0"));
    }

    private void takeMethod(int kind, int from, int to) {
        boolean legal = kind == '"' && to - from > 2;
        require(legal, RequestRule.METHOD);
        if (legal) {
            method = scanner.plain()
                    ? names.name(scanner, body)
                    : JsonStrings.unescaped(body, scanner.stringFrom(), scanner.stringTo());
            marks.methodFrom = from;
            marks.methodTo = to;
        }
    }

    /** Remembers the first rule that is broken. */
    private void require(boolean holds, RpcError rule) {
        if (!holds && broken == null) {
            broken = rule;
        }
    }

    private RpcError brokenRule() {
        return broken == null ? RequestRule.METHOD : broken;
    }

    private RpcId answeredId() {
        return idTold && marks.idFrom != RpcCall.ABSENT ? new RpcId(body, marks.idFrom, marks.idTo) : RpcId.NULL;
    }
}
