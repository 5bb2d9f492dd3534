package io.ethryx.server.testing;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslHandler;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;

/** An upstream that speaks HTTP/2 and does what its script says with each request. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails is seen by the test that waits for it
public final class Http2Stub implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 15;

    /** What to do with a request; called on the stub's own thread. */
    public interface Script {
        /** The head has come. */
        default void head(Stream stream) {}

        /** The request has ended. */
        default void end(Stream stream) {}
    }

    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Stream> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> resets = new LinkedBlockingQueue<>();
    private final Script script;
    private final Channel server;

    private Http2Stub(int port, Http2Settings settings, Supplier<SSLEngine> tls, Script script) {
        this.script = script;
        server = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        Connection connection = new Connection(settings);
                        connection.channel = channel;
                        connections.add(connection);
                        if (tls != null) {
                            channel.pipeline().addLast(new SslHandler(tls.get()));
                        }
                        channel.pipeline().addLast(connection.handler);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), port)
                .syncUninterruptibly()
                .channel();
    }

    public static Http2Stub start(Script script) {
        return start(Http2Settings.defaultSettings(), script);
    }

    public static Http2Stub start(Http2Settings settings, Script script) {
        return new Http2Stub(0, settings, null, script);
    }

    public static Http2Stub startAt(int port, Script script) {
        return new Http2Stub(port, Http2Settings.defaultSettings(), null, script);
    }

    public static Http2Stub startSecure(Supplier<SSLEngine> tls, Script script) {
        return new Http2Stub(0, Http2Settings.defaultSettings(), tls, script);
    }

    /** Answers each request when it has ended. */
    public static Http2Stub answering(Consumer<Stream> answer) {
        return start(onEnd(answer));
    }

    public static Script onEnd(Consumer<Stream> answer) {
        return new Script() {
            @Override
            public void end(Stream stream) {
                answer.accept(stream);
            }
        };
    }

    public static Script onHead(Consumer<Stream> answer) {
        return new Script() {
            @Override
            public void head(Stream stream) {
                answer.accept(stream);
            }
        };
    }

    public int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    public List<Connection> connections() {
        return connections;
    }

    /** How many connections are open. */
    public long open() {
        return connections.stream()
                .filter(connection ->
                        connection.ctx != null && connection.ctx.channel().isActive())
                .count();
    }

    /** The next request that has ended. */
    public Stream nextRequest() throws InterruptedException {
        Stream stream = requests.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (stream == null) {
            throw new AssertionError("no request reached the upstream");
        }
        return stream;
    }

    public int waitingRequests() {
        return requests.size();
    }

    /** The next reset that has come, as "id code". */
    public String nextReset() throws InterruptedException {
        return resets.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Refuses connections from now on; those that are there go on. */
    public void stopAccepting() {
        server.close().syncUninterruptibly();
    }

    @Override
    public void close() {
        server.close().syncUninterruptibly();
        for (Connection connection : connections) {
            connection.channel.close().syncUninterruptibly();
        }
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** One connection. */
    public final class Connection extends Http2FrameAdapter {

        private final Http2ConnectionHandler handler;
        private final Map<Integer, Stream> streams = new ConcurrentHashMap<>();
        private final BlockingQueue<String> goodbyes = new LinkedBlockingQueue<>();
        private final AtomicInteger pings = new AtomicInteger();
        private volatile Channel channel;
        private volatile ChannelHandlerContext ctx;

        Connection(Http2Settings settings) {
            handler = new Http2ConnectionHandlerBuilder()
                    .server(true)
                    .frameListener(this)
                    .initialSettings(settings)
                    .validateHeaders(false)
                    .decoupleCloseAndGoAway(true)
                    .build();
        }

        public Map<Integer, Stream> streams() {
            return streams;
        }

        public int pings() {
            return pings.get();
        }

        @Override
        public void onPingRead(ChannelHandlerContext context, long data) {
            pings.incrementAndGet();
        }

        /** Whether the other side has said goodbye; waits for it. */
        public String nextGoodbye() throws InterruptedException {
            return goodbyes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }

        /** Says goodbye and leaves the connection open. */
        public void goAway(int lastId, long code) {
            raw(ByteBuffer.allocate(17)
                    .put(new byte[] {0, 0, 8, 7, 0})
                    .putInt(0)
                    .putInt(lastId)
                    .putInt((int) code)
                    .array());
        }

        public void close() {
            run(() -> ctx.close());
        }

        public void settings(Http2Settings settings) {
            run(() -> handler.encoder().writeSettings(ctx, settings, ctx.newPromise()));
        }

        /** Reads nothing any more, pings included. */
        public void goDeaf() {
            run(() -> ctx.channel().config().setAutoRead(false));
        }

        /** Writes bytes past the codec. */
        public void raw(byte[] bytes) {
            run(() -> ctx.write(Unpooled.wrappedBuffer(bytes)));
        }

        void run(Runnable work) {
            ctx.executor().execute(() -> {
                work.run();
                handler.flush(ctx);
            });
        }

        @Override
        public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) {
            ctx = context;
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context,
                int id,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean end) {
            onHeadersRead(context, id, headers, padding, end);
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context, int id, Http2Headers headers, int padding, boolean end) {
            ctx = context;
            Stream known = streams.get(id);
            if (known == null) {
                known = new Stream(this, id, lines(headers));
                streams.put(id, known);
                script.head(known);
            } else {
                known.trailers = lines(headers);
            }
            if (end) {
                ended(known);
            }
        }

        @Override
        public int onDataRead(ChannelHandlerContext context, int id, ByteBuf data, int padding, boolean end) {
            Stream stream = streams.get(id);
            byte[] bytes = new byte[data.readableBytes()];
            data.getBytes(data.readerIndex(), bytes);
            stream.frames.add(bytes.length + (end ? " end" : ""));
            synchronized (stream.body) {
                stream.body.writeBytes(bytes);
            }
            if (end) {
                ended(stream);
            }
            return stream.hoards ? padding : bytes.length + padding;
        }

        private void ended(Stream stream) {
            requests.add(stream);
            script.end(stream);
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext context, int id, long code) {
            resets.add(id + " " + code);
        }

        @Override
        public void onGoAwayRead(ChannelHandlerContext context, int lastId, long code, ByteBuf debug) {
            goodbyes.add(lastId + " " + code);
        }
    }

    private static List<String> lines(Http2Headers headers) {
        List<String> lines = new CopyOnWriteArrayList<>();
        headers.forEach(field -> lines.add(field.getKey() + ": " + field.getValue()));
        return lines;
    }

    /** One request and what is done with it. The methods may be called on any thread. */
    public static final class Stream {

        private final Connection connection;
        private final int id;
        private final List<String> head;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final List<String> frames = new CopyOnWriteArrayList<>();
        private volatile List<String> trailers = List.of();
        private volatile boolean hoards;

        Stream(Connection connection, int id, List<String> head) {
            this.connection = connection;
            this.id = id;
            this.head = head;
        }

        public Connection connection() {
            return connection;
        }

        public int id() {
            return id;
        }

        /** The fields, each as "name: value". */
        public List<String> head() {
            return head;
        }

        public String path() {
            return head.stream()
                    .filter(line -> line.startsWith(":path: "))
                    .findFirst()
                    .orElse("")
                    .replace(":path: ", "");
        }

        public byte[] body() {
            synchronized (body) {
                return body.toByteArray();
            }
        }

        public String text() {
            return new String(body(), StandardCharsets.ISO_8859_1);
        }

        /** The DATA frames, each as its length and perhaps "end". */
        public List<String> frames() {
            return frames;
        }

        public List<String> trailers() {
            return trailers;
        }

        /** Gives no more credit for body bytes. */
        public Stream hoards() {
            hoards = true;
            return this;
        }

        public Stream fields(boolean end, String... namesAndValues) {
            Http2Headers headers = new DefaultHttp2Headers(false);
            for (int i = 0; i < namesAndValues.length; i += 2) {
                headers.add(namesAndValues[i], namesAndValues[i + 1]);
            }
            connection.run(() -> connection
                    .handler
                    .encoder()
                    .writeHeaders(connection.ctx, id, headers, 0, end, connection.ctx.newPromise()));
            return this;
        }

        public Stream data(boolean end, byte[] bytes) {
            connection.run(() -> connection
                    .handler
                    .encoder()
                    .writeData(connection.ctx, id, Unpooled.wrappedBuffer(bytes), 0, end, connection.ctx.newPromise()));
            return this;
        }

        public Stream data(boolean end, String text) {
            return data(end, text.getBytes(StandardCharsets.ISO_8859_1));
        }

        /** A whole answer. */
        public Stream answer(String text) {
            return fields(
                            false,
                            ":status",
                            "200",
                            "content-type",
                            "application/json",
                            "content-length",
                            Integer.toString(text.length()))
                    .data(true, text);
        }

        public Stream reset(long code) {
            connection.run(() -> connection.handler.resetStream(connection.ctx, id, code, connection.ctx.newPromise()));
            return this;
        }
    }
}
