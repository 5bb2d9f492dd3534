package io.ethryx.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as a JSON-RPC request: where its calls and their parts stand, without a tree and without printing anything
 * again.
 *
 * <p>Strict, so that no other reader can see another call in the same bytes. What is not JSON is answered as a whole with
 * -32700: a byte order mark, malformed UTF-8, bytes behind the end, controls within strings, more than 512 containers within
 * each other. What is JSON and no call is answered with -32600: the members {@code jsonrpc}, {@code method}, {@code params}
 * and {@code id} stand once at most, and nothing stands beside them that differs by case or escapes only. Other members are
 * let through. A call without {@code id} is a notification; {@code "id":null} is none.
 *
 * <p>One pass over the bytes; allocates the call, and nothing else if the name of its method was seen before. Keeps some
 * 20 KB; used by one thread, for body after body.
 *
 * @see <a href="https://www.jsonrpc.org/specification">JSON-RPC 2.0, sections 4 to 6</a>
 */
public final class JsonRpcReader {

    /** How many elements a batch may have if nobody says otherwise. */
    public static final int DEFAULT_MAX_BATCH = 1000;

    private static final InvalidCall NO_CALL = new InvalidCall(RequestRule.OBJECT, RpcId.NULL);
    private static final InvalidCall NO_ELEMENT = new InvalidCall(RequestRule.BATCH_NOT_EMPTY, RpcId.NULL);
    private static final InvalidCall TOO_MANY = new InvalidCall(RequestRule.BATCH_SIZE, RpcId.NULL);

    private final int maxBatch;
    private final JsonScanner scanner = JsonScanner.strict();
    private final CallReader calls = new CallReader(scanner);
    private final List<RpcElement> elements = new ArrayList<>();

    private Body text = Body.NONE;
    private int count;

    /** A reader with {@link #DEFAULT_MAX_BATCH}. */
    public JsonRpcReader() {
        this(DEFAULT_MAX_BATCH);
    }

    /**
     * A reader.
     *
     * @param maxBatch how many elements a batch may have, 1 and above
     * @throws IllegalArgumentException if that is less than 1
     */
    public JsonRpcReader(int maxBatch) {
        if (maxBatch < 1) {
            throw new IllegalArgumentException("a batch of at most " + maxBatch);
        }
        this.maxBatch = maxBatch;
    }

    /**
     * Reads a body to its last byte.
     *
     * @param body the bytes; what is returned borrows them
     * @return a call, a batch, or the error that answers the body as a whole; never fails
     */
    public RpcRequest read(Body body) {
        scanner.begin(body);
        int c = scanner.token();
        RpcRequest request = switch (c) {
            case '{' -> calls.read(body, false);
            case '[' -> batch(body);
            default -> noCall(c);
        };
        if (request == null || !scanner.atEnd()) {
            request = new InvalidCall(ErrorCatalogue.parseError(scanner.fault()), RpcId.NULL);
        }
        scanner.begin(Body.NONE);
        return request;
    }

    private @Nullable RpcRequest batch(Body body) {
        elements.clear();
        count = 0;
        text = body;
        boolean read = elements();
        text = Body.NONE;
        RpcRequest batch =
                !read ? null : count == 0 ? NO_ELEMENT : count > maxBatch ? TOO_MANY : new RpcBatch(elements);
        elements.clear();
        return batch;
    }

    private boolean elements() {
        int c = scanner.firstElement();
        while (c != JsonScanner.END) {
            if (!element(c)) {
                return false;
            }
            c = scanner.nextElement();
        }
        return scanner.sound();
    }

    private boolean element(int first) {
        RpcElement read = first == '{' ? calls.read(text, true) : noCall(first);
        if (++count <= maxBatch && read != null) {
            elements.add(read);
        }
        return read != null;
    }

    private @Nullable RpcElement noCall(int first) {
        return scanner.value(first) ? NO_CALL : null;
    }
}
