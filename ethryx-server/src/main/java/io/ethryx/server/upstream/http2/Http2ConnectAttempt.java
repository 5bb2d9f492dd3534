package io.ethryx.server.upstream.http2;

import io.ethryx.server.timer.Timeout;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.connect.ConnectAttempt;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;

/**
 * Makes one connection over HTTP/2: a connection, secured where it is asked for, and the peer's first SETTINGS, all within
 * the connect time-out. Confined to the IO thread of its pool.
 */
final class Http2ConnectAttempt implements ConnectAttempt.Purpose, Http2Events.Beginning {

    private final Http2Pool pool;
    private final long deadline;
    private final Timeout timeout = new Timeout(this::timedOut);
    private boolean finished;
    private @Nullable StreamConnection connection;
    private @Nullable Http2Greeting greeting;
    private @Nullable Http2Link link;

    Http2ConnectAttempt(Http2Pool pool) {
        this.pool = pool;
        deadline = System.nanoTime() + pool.place().settings().connectTimeout().toNanos();
    }

    /** Begins; the pool hears of the end later, never from in here. */
    void start() {
        new ConnectAttempt(pool.spot(), pool.place().at(), this).start();
    }

    @Override
    public void connected(StreamConnection made, InetAddress address) {
        if (finished) {
            IoUtils.safeClose(made);
            return;
        }
        connection = made;
        pool.spot().wheel.set(timeout, deadline - System.nanoTime());
        Http2Greeting begun = new Http2Greeting(made, new Http2Greeting.Ending() {
            @Override
            public void welcomed(ByteBuffer ahead) {
                // From here on the peer owes little; how long a busy machine takes to load the codec is not its fault.
                timeout.clear();
                whenLoaded(() -> speak(made, address, ahead));
            }

            @Override
            public void refused(String cause) {
                fail(new UpstreamFailure(Kind.CONNECT, cause));
            }
        });
        greeting = begun;
        begun.start();
    }

    /** The codec is loaded with the first connection: hundreds of classes, for which no IO thread should stop. */
    private void whenLoaded(Runnable then) {
        Http2Loop loop = pool.loop();
        if (loop.isLoaded()) {
            then.run();
            return;
        }
        try {
            pool.thread.getWorker().execute(() -> {
                loop.load();
                pool.thread.execute(then);
            });
        } catch (RejectedExecutionException ended) {
            fail(new UpstreamFailure(Kind.CONNECT, "the upstream is being shut down"));
        }
    }

    private void speak(StreamConnection made, InetAddress address, ByteBuffer ahead) {
        if (finished) {
            return;
        }
        pool.spot().wheel.set(timeout, pool.place().settings().connectTimeout());
        Http2Link begun = new Http2Link(pool, address, this);
        link = begun;
        begun.start(made, ahead);
    }

    @Override
    public void usable(Http2Link made) {
        if (!finished) {
            finished = true;
            timeout.clear();
            pool.connected(made);
        }
    }

    @Override
    public void unusable(String cause) {
        fail(new UpstreamFailure(Kind.CONNECT, "it does not speak HTTP/2 (" + cause + ")"));
    }

    @Override
    public void connectFailed(UpstreamFailure why) {
        fail(why);
    }

    private void timedOut() {
        fail(new UpstreamFailure(Kind.CONNECT_TIMEOUT, "it did not begin to speak HTTP/2"));
    }

    private void fail(UpstreamFailure why) {
        if (!finished) {
            cancel();
            pool.connectFailed(why);
        }
    }

    /** Ends the attempt without a word. Idempotent. */
    void cancel() {
        finished = true;
        timeout.clear();
        Http2Greeting begun = greeting;
        if (begun != null) {
            begun.cancel();
        }
        Http2Link made = link;
        if (made != null) {
            made.vitals().lost("it was given up");
            made.close();
        } else {
            IoUtils.safeClose(connection);
        }
    }
}
