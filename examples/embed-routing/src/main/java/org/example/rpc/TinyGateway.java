package org.example.rpc;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.ethryx.core.line.BlockingRpc;
import io.ethryx.core.line.BlockingSettings;
import io.ethryx.core.line.CallMirror;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Governance;
import io.ethryx.core.line.RpcPipeline;
import io.ethryx.core.line.RpcReply;
import io.ethryx.core.line.Watchers;
import io.ethryx.core.topology.Topology;
import io.ethryx.health.NodeListener;
import io.ethryx.health.NodeMonitor;
import io.ethryx.health.NodeMonitorParts;
import io.ethryx.health.NodeMonitorSettings;
import io.ethryx.health.NodeProbeChoice;
import io.ethryx.routing.BlockContextReader;
import io.ethryx.routing.MethodTable;
import io.ethryx.routing.Randomness;
import io.ethryx.routing.RoutingSettings;
import io.ethryx.routing.TopologyRouter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A gateway of its own on the JDK's HTTP server: POST /CHAIN goes to a node that has the block it asks about. Nodes are probed, and
 * dead ones are left alone until they answer again.
 */
public final class TinyGateway implements AutoCloseable {

    private static final NodeMonitorSettings PROBING = new NodeMonitorSettings(
            new NodeMonitorSettings.Pace(Duration.ofSeconds(2), Duration.ofMinutes(5), Duration.ofMillis(200)),
            NodeProbeChoice.stock(Map.of()),
            true,
            true,
            chain -> 64,
            NodeMonitorSettings.USUALLY_AT_ONCE);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpNodes nodes = new HttpNodes();
    private final TopologyRouter router =
            new TopologyRouter(RoutingSettings.DEFAULT, Randomness.perThread(), System::nanoTime);
    private final NodeMonitor monitor;
    private final BlockingRpc rpc;
    private volatile Topology topology = Topology.EMPTY;

    public TinyGateway() throws IOException {
        RpcPipeline line = new RpcPipeline(Governance.NONE, CallMirror.NONE, router, Watchers.NONE);
        rpc = new BlockingRpc(
                line, nodes, () -> topology, BlockingSettings.defaults(new BlockContextReader(MethodTable.standard())));
        monitor = new NodeMonitor(PROBING, NodeMonitorParts.of(nodes, NodeListener.NONE), this::swap);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 128);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
    }

    /** Takes these nodes from now on. */
    public void follow(Topology registered) {
        monitor.follow(registered);
    }

    public void start() {
        monitor.start();
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** What the monitor knows now: who is up, and how high the chains are. */
    private void swap(Topology next) {
        router.prepare(next);
        topology = next;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Caller caller = name -> exchange.getRequestHeaders().getFirst(name);
            String chain = exchange.getRequestURI().getPath().substring(1);
            RpcReply reply = rpc.call(chain, exchange.getRequestBody().readAllBytes(), caller);
            exchange.getResponseHeaders().set("content-type", "application/json");
            exchange.sendResponseHeaders(reply.httpStatus(), reply.body().length == 0 ? -1 : reply.body().length);
            exchange.getResponseBody().write(reply.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        monitor.close();
        threads.shutdown();
    }
}
