package io.ethryx.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what nodes answer, as far as the way of a call depends on it: ids and errors, and where each answer stands. Lenient,
 * since a node's bytes go to the caller as they came: only what makes no sense as JSON is refused.
 *
 * <p>One pass over the bytes. Used by one thread, for answer after answer.
 *
 * @see <a href="https://www.jsonrpc.org/specification#response_object">JSON-RPC 2.0, section 5</a>
 */
public final class AnswerReader {

    /** How much of an answer {@link #look} needs; what comes behind is streamed unread. */
    public static final int LOOK_BYTES = 64 * 1024;

    private static final int SHORT_BYTES = 1024;

    private final JsonScanner scanner = JsonScanner.lenient();
    private final AnswerMembers members = new AnswerMembers(scanner);

    /** A reader. */
    public AnswerReader() {}

    /**
     * Looks for an error in the beginning of the answer to a single call.
     *
     * @param beginning the answer's first bytes: {@link #LOOK_BYTES}, or all; its content coding undone
     * @param whole whether these are all
     * @return the error, {@link AnswerError#NO_ANSWER} if no JSON-RPC answer begins like this, or null if no error is in
     *     sight
     */
    public @Nullable AnswerError look(Body beginning, boolean whole) {
        scanner.begin(beginning);
        int first = scanner.token();
        boolean object = first == '{';
        if (object) {
            members.read(beginning);
        }
        boolean cut = !whole && (first == JsonScanner.END || scanner.endedEarly());
        scanner.begin(Body.NONE);
        if (object) {
            return cut || members.saysSomething() ? members.error() : AnswerError.NO_ANSWER;
        }
        return first == '[' || cut ? null : AnswerError.NO_ANSWER;
    }

    /**
     * The result in the answer to a single call.
     *
     * @param body all bytes, their content coding undone
     * @return the result's JSON as it stands there, or null if there is none, or it is longer than 1,024 bytes
     */
    public @Nullable String shortResult(Body body) {
        scanner.begin(body);
        boolean read = scanner.token() == '{' && members.read(body);
        scanner.begin(Body.NONE);
        int length = members.resultTo() - members.resultFrom();
        return read && length > 0 && length <= SHORT_BYTES ? body.text(members.resultFrom(), members.resultTo()) : null;
    }

    /**
     * Reads the answer to a batch.
     *
     * @param body all bytes, their content coding undone; what is returned borrows them
     * @return the answers in the order of the body, or null if it is neither an array nor an object, or no JSON
     */
    public @Nullable AnswerList readAll(Body body) {
        scanner.begin(body);
        int first = scanner.token();
        List<RpcAnswer> answers = new ArrayList<>();
        boolean array = first == '[';
        boolean read = array ? elements(body, answers) : first == '{' && answer(body, answers);
        boolean whole = read && scanner.atEnd();
        scanner.begin(Body.NONE);
        return whole ? new AnswerList(array, answers) : null;
    }

    private boolean elements(Body body, List<RpcAnswer> answers) {
        int c = scanner.firstElement();
        while (c != JsonScanner.END) {
            if (!(c == '{' ? answer(body, answers) : scanner.value(c))) {
                return false;
            }
            c = scanner.nextElement();
        }
        return scanner.sound();
    }

    private boolean answer(Body body, List<RpcAnswer> answers) {
        int from = scanner.position() - 1;
        if (!members.read(body)) {
            return false;
        }
        answers.add(new RpcAnswer(body, from, scanner.position(), members.idIn(body), members.error()));
        return true;
    }
}
