package io.ethryx.server.upstream;

import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.SslHandler;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * Makes one connection over HTTP/2: the name's addresses, the TCP connection to one after another, TLS where it is asked
 * for, and the peer's first SETTINGS, all within the connect time-out. Confined to the loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails is told by the end of the connection
final class Http2ConnectAttempt implements Http2Link.Beginning {

    private static final int FLUSHES_CONSOLIDATED = 256;

    private final Http2Pool pool;
    private final AddressBook book;
    private final EventLoop loop;
    private final long deadline;
    private List<InetAddress> addresses = List.of();
    private int next;
    private boolean connected;
    private boolean finished;
    private @Nullable Channel channel;
    private @Nullable Future<?> timeout;
    private UpstreamFailure failure = new UpstreamFailure(Kind.CONNECT, "the host name does not resolve");

    Http2ConnectAttempt(Http2Pool pool) {
        this.pool = pool;
        book = pool.book();
        loop = pool.loop();
        deadline = System.nanoTime() + pool.settings().connectTimeout().toNanos();
    }

    /** Begins; the pool hears of the end later, never from in here. */
    void start() {
        addresses = book.known();
        if (!addresses.isEmpty()) {
            book.refresh();
            tryNext();
        } else if (book.whenLookedUp(this::onResolverThread)) {
            arm(deadline - System.nanoTime());
        } else {
            fail(failure);
        }
    }

    private void onResolverThread() {
        try {
            loop.execute(this::lookedUp);
        } catch (RejectedExecutionException ended) {
            // The engine has ended, and with it everything that waits on this attempt.
        }
    }

    private void lookedUp() {
        if (!finished) {
            addresses = book.known();
            tryNext();
        }
    }

    private void arm(long nanos) {
        disarm();
        timeout = loop.schedule(this::timedOut, nanos, TimeUnit.NANOSECONDS);
    }

    private void disarm() {
        if (timeout != null) {
            timeout.cancel(false);
        }
    }

    private void tryNext() {
        if (next == addresses.size()) {
            fail(failure);
            return;
        }
        int turn = next++;
        arm((deadline - System.nanoTime()) / (addresses.size() - turn));
        ChannelFuture connecting = bootstrap(addresses.get(turn))
                .connect(new InetSocketAddress(
                        addresses.get(turn), pool.settings().port()));
        channel = connecting.channel();
        connecting.addListener(done -> {
            if (finished || channel != connecting.channel()) {
                connecting.channel().close();
            } else if (done.isSuccess()) {
                connected = true;
            } else {
                failure = new UpstreamFailure(Kind.CONNECT, phrase(done.cause()));
                loop.execute(this::tryNext);
            }
        });
    }

    private static String phrase(@Nullable Throwable cause) {
        if (cause instanceof NoRouteToHostException) {
            return "no route to the host";
        }
        return cause instanceof ConnectException ? "connection refused" : "the connection could not be made";
    }

    private Bootstrap bootstrap(InetAddress address) {
        return new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.ALLOCATOR, pool.allocator())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), 60)
                .option(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), 10)
                .option(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), 5)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel socket) {
                        prepare(socket.pipeline(), address);
                    }
                });
    }

    private void prepare(ChannelPipeline pipeline, InetAddress address) {
        UpstreamTls tls = pool.tls();
        if (tls == null) {
            speakHttp2(pipeline, address);
            return;
        }
        SSLEngine engine = tls.engine(pool.settings().host(), pool.settings().port(), "h2", "http/1.1");
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(0);
        pipeline.addLast(handler, new QuietEnd());
        handler.handshakeFuture().addListener(done -> {
            if (!done.isSuccess()) {
                refused(pipeline.channel(), TlsFault.phrase(done.cause()));
            } else if ("h2".equals(engine.getApplicationProtocol())) {
                speakHttp2(pipeline, address);
            } else {
                refused(pipeline.channel(), "it does not speak HTTP/2 (TLS chose another protocol)");
            }
        });
    }

    /** The future has told what there is to tell of a failed handshake. */
    private static final class QuietEnd extends ChannelInboundHandlerAdapter {

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    private void speakHttp2(ChannelPipeline pipeline, InetAddress address) {
        Http2Link link = new Http2Link(pool, address, this);
        pipeline.addLast(
                new PeerPreface(what -> refused(pipeline.channel(), what)),
                new FlushConsolidationHandler(FLUSHES_CONSOLIDATED, true),
                Http2Codec.of(link));
    }

    private void refused(Channel from, String cause) {
        if (channel == null || channel == from) {
            fail(new UpstreamFailure(Kind.CONNECT, cause));
        }
    }

    @Override
    public void usable(Http2Link link) {
        if (!finished) {
            finished = true;
            disarm();
            pool.connected(link);
        }
    }

    @Override
    public void unusable(String cause) {
        if (connected) {
            fail(new UpstreamFailure(Kind.CONNECT, "it does not speak HTTP/2 (" + cause + ")"));
        }
    }

    private void timedOut() {
        Channel made = channel;
        if (connected) {
            fail(new UpstreamFailure(Kind.CONNECT_TIMEOUT, "it did not begin to speak HTTP/2"));
            return;
        }
        failure = new UpstreamFailure(
                Kind.CONNECT_TIMEOUT,
                made == null ? "the host name was not resolved in time" : "no connection in time");
        channel = null;
        if (made == null) {
            fail(failure);
        } else {
            made.close();
            tryNext();
        }
    }

    private void fail(UpstreamFailure why) {
        if (!finished) {
            cancel();
            loop.execute(() -> pool.connectFailed(why));
        }
    }

    /** Ends the attempt without a word. Idempotent. */
    void cancel() {
        finished = true;
        disarm();
        if (channel != null) {
            channel.close();
        }
    }
}
