package io.ethryx.core;

import io.ethryx.core.apart.Apart;
import org.jspecify.annotations.Nullable;

/** Reads one answer, member by member. Used by one thread, for answer after answer. */
final class AnswerMembers extends Apart {

    private static final long JSONRPC = ShortText.word("jsonrpc");
    private static final long ID = ShortText.word("id");
    private static final long RESULT = ShortText.word("result");
    private static final long ERROR = ShortText.word("error");

    private final JsonScanner scanner;
    private final ErrorMembers errors;

    private Body body = Body.NONE;
    private boolean something;
    private int resultFrom;
    private int resultTo;
    private @Nullable AnswerError error;
    private int idFrom;
    private int idTo;

    AnswerMembers(JsonScanner scanner) {
        this.scanner = scanner;
        this.errors = new ErrorMembers(scanner);
    }

    /** Reads the answer whose opening brace was consumed; false for a fault, and then what came before it is known. */
    boolean read(Body text) {
        body = text;
        something = false;
        error = null;
        idFrom = 0;
        idTo = 0;
        resultFrom = 0;
        resultTo = 0;
        boolean read = members();
        body = Body.NONE;
        return read;
    }

    /** Whether it has a member that makes it a JSON-RPC answer. */
    boolean saysSomething() {
        return something;
    }

    @Nullable
    AnswerError error() {
        return error;
    }

    /** Its id, in the text that was read; null if it has none. */
    @Nullable
    RpcId idIn(Body text) {
        return idTo == 0 ? null : new RpcId(text, idFrom, idTo);
    }

    /** Where its result begins, and 0 if it has none. */
    int resultFrom() {
        return resultFrom;
    }

    /** Behind the last byte of its result, and 0 if it has none. */
    int resultTo() {
        return resultTo;
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
        long name = scanner.word();
        boolean isError = name == ERROR;
        boolean isId = name == ID;
        boolean isResult = name == RESULT;
        something |= isResult || name == JSONRPC;
        int c = scanner.token();
        if (isError) {
            return error(c);
        }
        int from = scanner.position() - 1;
        if (!scanner.value(c)) {
            return false;
        }
        if (isResult) {
            resultFrom = from;
            resultTo = scanner.position();
        }
        if (isId && c != '{' && c != '[') {
            idFrom = from;
            idTo = scanner.position();
        }
        return true;
    }

    private boolean error(int first) {
        if (first == '{') {
            something = true;
            boolean read = errors.read(body);
            error = read ? errors.error() : null;
            return read;
        }
        boolean read = scanner.value(first);
        error = read && first != 'n' ? ErrorMembers.ODD : null;
        return read;
    }
}
