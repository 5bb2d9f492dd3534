package org.example.netty;

import com.sun.net.httpserver.HttpServer;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.line.CallMirror;
import io.ethryx.core.line.Governance;
import io.ethryx.core.line.Governor;
import io.ethryx.core.line.RpcPipeline;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.line.Watchers;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.core.topology.Topology;
import io.ethryx.routing.BlockContextReader;
import io.ethryx.routing.MethodTable;
import io.ethryx.routing.Randomness;
import io.ethryx.routing.RoutingSettings;
import io.ethryx.routing.TopologyRouter;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Two nodes that answer with their names, Netty before them, and what comes of a few calls. */
public final class Demo {

    private static final ChainId CHAIN = new ChainId("1", "");

    private Demo() {}

    public static void main(String[] args) throws Exception {
        HttpServer state = node("state");
        HttpServer archive = node("archive");
        Topology topology = new Topology(
                1,
                Map.of(
                        CHAIN,
                        ChainTopology.empty(CHAIN)
                                .withNodes(List.of(at(state, "s1", Pool.STATE), at(archive, "a1", Pool.ARCHIVE)))
                                .withHead(OptionalLong.of(1000))));
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        try {
            Channel server = serve(loops, handler(topology));
            int port = ((InetSocketAddress) server.localAddress()).getPort();
            say(port, "latest", call(1, "eth_getBalance", "[\"0xaa\",\"latest\"]"));
            say(port, "block 1", call(2, "eth_getBalance", "[\"0xaa\",\"0x1\"]"));
            say(
                    port,
                    "a batch of both",
                    "[" + call(3, "eth_getBalance", "[\"0xaa\",\"0x1\"]") + "," + call(4, "eth_chainId", "[]") + "]");
            say(port, "denied", call(5, "txpool_content", "[]"));
        } finally {
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
            state.stop(0);
            archive.stop(0);
        }
    }

    private static LineHandler handler(Topology topology) {
        TopologyRouter router = new TopologyRouter(RoutingSettings.DEFAULT, Randomness.perThread(), System::nanoTime);
        router.prepare(topology);
        Governor noTxpool = facts -> facts.call().method().startsWith("txpool_")
                ? new Verdict.Refused(ErrorCatalogue.DENIED)
                : Verdict.ADMITTED;
        Governance governance = new Governance(noTxpool, Governor.NONE, Governor.NONE, Governor.NONE);
        RpcPipeline line = new RpcPipeline(governance, CallMirror.NONE, router, Watchers.NONE);
        return new LineHandler(line, new BlockContextReader(MethodTable.standard()), () -> topology);
    }

    private static Channel serve(EventLoopGroup loops, LineHandler handler) throws InterruptedException {
        return new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(4 << 20), handler);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
    }

    private static String call(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static void say(int port, String what, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/1"))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(what + ": " + answer.statusCode() + " " + answer.body());
    }

    /** Answers each call of what it is asked with its name. */
    private static HttpServer node(String name) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.createContext("/", exchange -> {
            try (exchange) {
                String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                String id = asked.replaceAll("(?s).*?\"id\":(\\d+).*", "$1");
                String one = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":\"" + name + "\"}";
                byte[] answer = (asked.startsWith("[") ? "[" + one + "]" : one).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
        });
        server.start();
        return server;
    }

    private static Node at(HttpServer server, String key, Pool pool) {
        int port = server.getAddress().getPort();
        return new Node(key, pool, "127.0.0.1", port, null, 100, Node.AVAILABLE, "manual", NodeStatus.READY);
    }
}
