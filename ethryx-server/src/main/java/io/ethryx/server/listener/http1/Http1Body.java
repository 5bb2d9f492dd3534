package io.ethryx.server.listener.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.RequestBody;
import io.ethryx.server.listener.connection.Fault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/** The body of one HTTP/1.1 request. */
final class Http1Body implements RequestBody {

    private final Http1Connection connection;
    private final Http1Exchange exchange;
    private final RequestReader reader;
    private @Nullable Runnable whenReadable;
    private boolean wanted;
    private boolean touched;

    Http1Body(Http1Connection connection, Http1Exchange exchange) {
        this.connection = connection;
        this.exchange = exchange;
        this.reader = connection.reader();
    }

    /** Whether anyone has begun to read it. */
    boolean isTouched() {
        return touched;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        touched = true;
        if (exchange.hasEnded()) {
            throw new ClosedChannelException();
        }
        BodyFraming framing = reader.body();
        int read = 0;
        while (read == 0 && !framing.isDone()) {
            if (!reader.incoming().isEmpty()) {
                read = take(framing, into) + rest(framing, into);
            } else if (framing.isChunked()) {
                if (came(reader.incoming().refill(into.remaining())) == 0) {
                    return 0;
                }
            } else {
                read = came(reader.incoming().readInto(into, framing.remaining()));
                if (read == 0) {
                    return 0;
                }
                framing.came(read);
            }
        }
        if (!reader.incoming().settle()) {
            connection.refuse(Fault.OVER_BUDGET);
            throw new IOException("too many bytes are held");
        }
        reader.deadlines().bodyCame(framing.bytes());
        return read == 0 ? -1 : read;
    }

    @Override
    public long expected() {
        BodyFraming framing = reader.body();
        return framing.isChunked() ? framing.bytes() : framing.remaining();
    }

    private int take(BodyFraming framing, ByteBuffer into) throws IOException {
        ByteBuffer bytes = reader.incoming().open();
        int taken = framing.take(bytes, into);
        reader.incoming().taken();
        Fault fault = framing.fault();
        if (fault != null) {
            connection.refuse(fault);
            throw new IOException("the framing of the body is malformed");
        }
        return taken;
    }

    /** Reads on behind the bytes that came with the head, where those are but a part of what came. */
    private int rest(BodyFraming framing, ByteBuffer into) throws IOException {
        if (framing.isChunked()
                || framing.isDone()
                || !into.hasRemaining()
                || !reader.incoming().mayHaveMore()) {
            return 0;
        }
        int read = came(reader.incoming().readInto(into, framing.remaining()));
        framing.came(read);
        return read;
    }

    private int came(int read) throws IOException {
        if (read < 0) {
            connection.left();
            throw new IOException("the client broke off inside its request");
        }
        return read;
    }

    @Override
    public void whenReadable(Runnable action) {
        whenReadable = action;
    }

    @Override
    public void want(boolean now) {
        if (exchange.hasEnded()) {
            return;
        }
        wanted = now;
        if (!now) {
            reader.deadlines().bodyUnwanted();
            return;
        }
        touched = true;
        if (hasSomething()) {
            connection.later(connection.deliver);
        }
        reader.incoming().resume();
        if (!reader.isWhole()) {
            reader.deadlines().bodyWanted();
        }
    }

    /** Whether there is something to read that makes no event of its own. */
    private boolean hasSomething() {
        return reader.isWhole()
                || !reader.incoming().isEmpty()
                || reader.incoming().isAtEnd();
    }

    /** Tells whoever waits that the socket has something; false if nobody waits for more of the body. */
    boolean tell() {
        Runnable action = whenReadable;
        if (!wanted || action == null || reader.isWhole()) {
            return false;
        }
        action.run();
        return true;
    }

    /** Tells whoever waits that something was here already. */
    void deliver() {
        Runnable action = whenReadable;
        if (wanted && action != null && hasSomething()) {
            action.run();
            if (wanted && !exchange.hasEnded() && hasSomething()) {
                connection.later(connection.deliver);
            }
        }
    }

    @Override
    public @Nullable FieldBlock trailers() {
        return reader.body().trailers();
    }
}
