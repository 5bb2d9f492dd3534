package io.ethryx.core;

import org.jspecify.annotations.Nullable;

/**
 * A well-formed call: its method, and where its parts stand in the bytes. Nothing of it is ever printed again. Made by the
 * reader of bodies.
 *
 * <p>Immutable, one small object; borrows its body. Ranges are positions in {@link #body}, the end exclusive, and
 * {@link #ABSENT} for what is not there.
 *
 * @see <a href="https://www.jsonrpc.org/specification#request_object">JSON-RPC 2.0, section 4</a>
 */
public final class RpcCall implements RpcElement {

    /** The position of a part that is not there. */
    public static final int ABSENT = -1;

    /** So many parameters are found without a search. */
    public static final int KNOWN_PARAMETERS = 4;

    private final Body body;
    private final String method;
    private final boolean batched;
    private final int from;
    private final int to;
    private final int methodFrom;
    private final int methodTo;
    private final int paramsFrom;
    private final int paramsTo;
    private final int first;
    private final int second;
    private final int third;
    private final int fourth;
    private final int last;
    private final int idFrom;
    private final int idTo;

    RpcCall(Body body, String method, boolean batched, CallMarks marks) {
        this.body = body;
        this.method = method;
        this.batched = batched;
        this.from = marks.from;
        this.to = marks.to;
        this.methodFrom = marks.methodFrom;
        this.methodTo = marks.methodTo;
        this.paramsFrom = marks.paramsFrom;
        this.paramsTo = marks.paramsTo;
        this.first = marks.first;
        this.second = marks.second;
        this.third = marks.third;
        this.fourth = marks.fourth;
        this.last = marks.last;
        this.idFrom = marks.idFrom;
        this.idTo = marks.idTo;
    }

    /** {@return the bytes that it stands in} */
    public Body body() {
        return body;
    }

    /** {@return its method, unescaped, not empty; one and the same object for a name that is well known} */
    public String method() {
        return method;
    }

    /** {@return whether it is an element of a batch} */
    public boolean batched() {
        return batched;
    }

    /** {@return whether it asks for no answer: it has no {@code id} member} */
    public boolean notification() {
        return idFrom == ABSENT;
    }

    /** {@return its id, or null for a notification; a new object at each call} */
    public @Nullable RpcId id() {
        return notification() ? null : new RpcId(body, idFrom, idTo);
    }

    /** {@return its first byte, an opening brace} */
    public int from() {
        return from;
    }

    /** {@return behind its last byte} */
    public int to() {
        return to;
    }

    /** {@return the opening quote of its method} */
    public int methodFrom() {
        return methodFrom;
    }

    /** {@return behind the closing quote of its method} */
    public int methodTo() {
        return methodTo;
    }

    /** {@return the first byte of its params: an array, an object or {@code null}; or {@link #ABSENT}} */
    public int paramsFrom() {
        return paramsFrom;
    }

    /** {@return behind the last byte of its params, or {@link #ABSENT}} */
    public int paramsTo() {
        return paramsTo;
    }

    /**
     * Where a parameter begins, if its params are an array. Known since the call was read: costs nothing.
     *
     * @param index which of the first {@link #KNOWN_PARAMETERS}, from 0
     * @return its first byte, or {@link #ABSENT} if there are not that many
     * @throws IllegalArgumentException if the index is not one of these
     */
    public int parameter(int index) {
        return switch (index) {
            case 0 -> first;
            case 1 -> second;
            case 2 -> third;
            case 3 -> fourth;
            default -> throw new IllegalArgumentException("parameter " + index + " was not noted");
        };
    }

    /** {@return the first byte of the last parameter, if its params are an array that has one; or {@link #ABSENT}} */
    public int lastParameter() {
        return last;
    }

    /** {@return the first byte of its id, or {@link #ABSENT}} */
    public int idFrom() {
        return idFrom;
    }

    /** {@return behind the last byte of its id, or {@link #ABSENT}} */
    public int idTo() {
        return idTo;
    }

    /** {@return its bytes as text; a new text at each call} */
    @Override
    public String toString() {
        return body.text(from, to);
    }
}
