package io.ethryx.discovery;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Somebody who changes keys. What fails is done once more with a new client, until it is done. */
final class EtcdHand implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final JetcdClients clients;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "etcd-hand");
        thread.setDaemon(true);
        return thread;
    });
    private Client client;

    EtcdHand(EtcdSettings settings) {
        clients = new JetcdClients(settings, executor);
    }

    static EtcdHand at(EtcdServer server) {
        return new EtcdHand(EtcdSettings.of(List.of(server.endpoint())));
    }

    long put(String key, String value) throws Exception {
        return put(bytes(key), bytes(value));
    }

    long put(ByteSequence key, ByteSequence value) throws Exception {
        return persistently(c ->
                c.getKVClient().put(key, value).thenApply(put -> put.getHeader().getRevision()));
    }

    long delete(String key) throws Exception {
        return persistently(c -> c.getKVClient()
                .delete(bytes(key))
                .thenApply(deleted -> deleted.getHeader().getRevision()));
    }

    long compact(long revision) throws Exception {
        return persistently(c -> c.getKVClient().compact(revision).thenApply(done -> revision));
    }

    <T> T persistently(Function<Client, CompletableFuture<T>> call) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                if (client == null) {
                    client = clients.client(true);
                }
                return call.apply(client).get(20, TimeUnit.SECONDS);
            } catch (ExecutionException failed) {
                client.close();
                client = null;
                if (System.nanoTime() - deadline > 0) {
                    throw failed;
                }
            }
        }
    }

    static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        executor.shutdownNow();
    }
}
