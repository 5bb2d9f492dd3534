package io.ethryx.server.listener.http1;

import io.ethryx.server.budget.ByteBudget;
import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.connection.Fault;
import io.ethryx.server.listener.connection.Roster;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.xnio.conduits.StreamSourceConduit;

/**
 * Reads an HTTP/1.1 connection, request by request: a head passes only whole and only if {@link RequestHead} finds nothing
 * wrong, and no request begins before the one in progress has ended. Interest in reading stays armed for the whole life of
 * the connection, so that a client that leaves is noticed.
 */
final class RequestReader {

    /** In what steps the memory of heads that are not whole is accounted for. */
    private static final int HEAD_STEP = 4096;

    private final Http1Connection connection;
    private final Incoming incoming;
    private final RequestHead head;
    private final BodyFraming body;
    private final ByteBudget budget;
    private final Deadlines deadlines;
    private int headTaken;

    RequestReader(Http1Connection connection, StreamSourceConduit source, ListenerSettings settings, Roster roster) {
        int headLimit = settings.limits().maxRequestHeadBytes();
        this.connection = connection;
        this.incoming = new Incoming(source, roster.scratch(), new HeldBytes(settings.heldBytes()));
        this.head = new RequestHead(headLimit);
        this.body = new BodyFraming(headLimit);
        this.budget = settings.heldBytes();
        this.deadlines = new Deadlines(settings.limits(), roster.wheel(), this::late);
    }

    RequestHead head() {
        return head;
    }

    BodyFraming body() {
        return body;
    }

    Incoming incoming() {
        return incoming;
    }

    Deadlines deadlines() {
        return deadlines;
    }

    /** Begins with the bytes that were read while the protocol was being made out. */
    void start(ByteBuffer first) {
        deadlines.head();
        incoming.begin(first);
        readOn();
    }

    /** The socket has bytes, or its end. */
    void readable() throws IOException {
        Http1Exchange inProgress = connection.exchange();
        if (inProgress != null) {
            if (!inProgress.body().tell()) {
                holdEarly();
            }
        } else if (!incoming.isEmpty()) {
            readOn();
        } else {
            int read = incoming.refill(Integer.MAX_VALUE);
            if (read > 0) {
                readOn();
            } else if (read < 0) {
                connection.close();
            }
        }
    }

    /** Reads requests out of what has come. */
    void readOn() {
        while (!connection.isBusy() && !incoming.isEmpty()) {
            ByteBuffer bytes = incoming.open();
            int offset = bytes.arrayOffset();
            int at = head.scan(bytes.array(), offset + bytes.position(), offset + bytes.limit());
            bytes.position(at - offset);
            incoming.taken();
            if (head.fault() != null) {
                connection.refuse(head.fault());
            } else if (head.isWhole()) {
                headCame();
            } else {
                waitForHead();
            }
        }
        if (!connection.isClosed() && !incoming.settle()) {
            connection.refuse(Fault.OVER_BUDGET);
        }
    }

    private void headCame() {
        giveHeadBack();
        deadlines.bodyBegins();
        body.begin(head.requestLength());
        Fault fault = null;
        if (!incoming.isEmpty()) {
            fault = body.foresee(incoming.open());
            incoming.taken();
        }
        if (fault != null) {
            connection.refuse(fault);
        } else {
            connection.begin();
        }
    }

    private void waitForHead() {
        int steps = Math.max(0, head.bytes() - HeldBytes.FREE_BYTES + HEAD_STEP - 1) / HEAD_STEP;
        int more = steps * HEAD_STEP - headTaken;
        if (more > 0 && !budget.take(more)) {
            connection.refuse(Fault.OVER_BUDGET);
            return;
        }
        headTaken += Math.max(0, more);
        deadlines.head();
        connection.waits();
    }

    private void giveHeadBack() {
        if (headTaken > 0) {
            budget.give(headTaken);
            headTaken = 0;
        }
    }

    private void holdEarly() {
        try {
            int read = incoming.holdEarly();
            if (read == Incoming.OVER_BUDGET) {
                connection.refuse(Fault.OVER_BUDGET);
            } else if (read < 0 && leavesUnanswered()) {
                connection.left();
            }
        } catch (IOException e) {
            connection.left();
        }
    }

    /**
     * A FIN after a whole last request, or after any whole one of HTTP/1.0, is an orderly half-close (decision S26); where the answer
     * is whole and about to go, it is no more than the end that follows it.
     */
    private boolean leavesUnanswered() {
        Http1Exchange inProgress = connection.exchange();
        if (inProgress != null && inProgress.answer().isWhole()) {
            return false;
        }
        return !isWhole() || (head.persistent() && !head.line().http10() && incoming.isEmpty());
    }

    /** Whether the request in progress has been taken to its last byte. */
    boolean isWhole() {
        return body.isDone();
    }

    /** Takes what has come of a body that nobody wants, so that the connection may live on if that is all of it. */
    void forgetWhatCame() {
        while (!body.isDone() && body.fault() == null && !incoming.isEmpty()) {
            ByteBuffer bytes = incoming.open();
            body.take(bytes, null);
            incoming.taken();
        }
    }

    /** The request in progress has been answered, and the connection lives on. */
    void next() {
        head.reset();
        incoming.resume();
        if (!incoming.isEmpty()) {
            deadlines.head();
            connection.later(connection.readOn);
        } else if (incoming.isAtEnd()) {
            connection.close();
        } else {
            deadlines.idle();
        }
    }

    private void late() {
        if (head.isUntouched()) {
            connection.close();
        } else {
            connection.refuse(Fault.TOO_SLOW);
        }
    }

    /** Whether bytes of the client's are there that nobody will take any more. */
    boolean hasUnread() {
        return !isWhole() || !incoming.isEmpty() || incoming.hasMore();
    }

    /** Reads no more, for another does; gives what was read and not taken. */
    ByteBuffer handOver() {
        deadlines.clear();
        return incoming.takeAll();
    }

    /** Gives back what is held; nothing is read any more. */
    void close() {
        deadlines.clear();
        giveHeadBack();
        incoming.release();
        head.release();
    }
}
