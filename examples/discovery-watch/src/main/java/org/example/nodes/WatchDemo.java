package org.example.nodes;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.DiscoveryListener;
import io.ethryx.discovery.EtcdEdit;
import io.ethryx.discovery.EtcdEditor;
import io.ethryx.discovery.EtcdSettings;
import io.ethryx.discovery.EtcdSource;
import io.ethryx.discovery.EtcdValue;
import io.ethryx.discovery.Fault;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Watches chain 1 in the etcd that the argument names, while it is changed. */
public final class WatchDemo implements AutoCloseable {

    private static final ChainId CHAIN = new ChainId("1", "");

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final EtcdEditor editor;
    private final EtcdSource source;

    private WatchDemo(String endpoint) {
        EtcdSettings settings = EtcdSettings.of(List.of(endpoint)).withPrefix("/demo/");
        editor = new EtcdEditor(settings);
        source = new EtcdSource(settings, topology -> heard.add(text(topology)), new DiscoveryListener() {
            @Override
            public void badValue(Fault fault, boolean again) {
                heard.add("refused: " + fault);
            }
        });
    }

    public static void main(String[] args) throws Exception {
        try (WatchDemo demo = new WatchDemo(args[0])) {
            demo.show();
        }
    }

    private void show() throws Exception {
        source.start();
        put("1/nodes/s1", "{\"address\":\"10.0.0.1\",\"port\":8545,\"nodeType\":1,\"stateType\":1}");
        next("a State node joins");
        put("1/lastBlockNumber", "{\"latestBlockNumber\":\"0x1312d00\"}");
        next("the head is told");
        put("1/nodes/s1", "{\"address\":\"\",\"port\":8545}");
        next("a bad value comes");
        System.out.println("still there: " + text(source.topology()));
        Optional<EtcdValue> read =
                editor.read("1/nodes/s1").toCompletableFuture().get();
        put("1/nodes/s1", "{\"address\":\"10.0.0.9\",\"port\":8545,\"nodeType\":2,\"stateType\":1}");
        next("somebody moves the node");
        EtcdEdit late = EtcdEdit.NONE.delete(read.orElseThrow());
        System.out.println("an edit by what was read before: "
                + editor.commit(late).toCompletableFuture().get());
    }

    private void put(String key, String json) throws Exception {
        Optional<EtcdValue> read = editor.read(key).toCompletableFuture().get();
        editor.commit(EtcdEdit.NONE.put(key, read, json)).toCompletableFuture().get();
    }

    private void next(String what) throws InterruptedException {
        System.out.println(what + ": " + heard.poll(30, TimeUnit.SECONDS));
    }

    private static String text(Topology topology) {
        ChainTopology chain = topology.chain(CHAIN);
        if (chain == null) {
            return "no nodes";
        }
        List<String> nodes = chain.nodes().stream().map(WatchDemo::text).toList();
        return nodes + (chain.head().isPresent() ? " at " + chain.head().getAsLong() : "");
    }

    private static String text(Node node) {
        return node.key() + " " + node.pool() + " " + node.hostPort();
    }

    @Override
    public void close() {
        source.close();
        editor.close();
    }
}
