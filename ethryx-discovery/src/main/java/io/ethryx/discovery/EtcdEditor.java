package io.ethryx.discovery;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Txn;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes keys in etcd. What fails is tried once more over a new connection; an edit that may have been made by the
 * first try is looked at before it is called a conflict.
 *
 * <p>Calls return at once, and may come from any thread. Answers come on the daemon thread {@code ethryx-etcd-editor},
 * which must not be blocked, or fail with an {@link EtcdUnavailableException}. A connection is made with the first call, and
 * owns the daemon threads {@code vert.x-…} and {@code jetcd-…}.
 */
public final class EtcdEditor implements AutoCloseable {

    /** What became of an edit. */
    public enum Outcome {
        /** The keys are as the edit wants them. */
        DONE,
        /** A key was no longer as it was read; nothing was changed. */
        CONFLICT
    }

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);
    private static final Duration IDLE_LIMIT = Duration.ofSeconds(30);

    private final KeySpace keys;
    private final JetcdClients clients;
    private final ThreadPoolExecutor worker;
    private @Nullable Client client;
    private boolean withPassword = true;

    /**
     * Makes an editor; nothing is started.
     *
     * @param settings where and how
     */
    public EtcdEditor(EtcdSettings settings) {
        this.keys = new KeySpace(settings.prefix());
        this.worker = new ThreadPoolExecutor(
                1, 1, IDLE_LIMIT.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "ethryx-etcd-editor");
                    thread.setDaemon(true);
                    return thread;
                });
        worker.allowCoreThreadTimeOut(true);
        this.clients = new JetcdClients(settings, worker);
    }

    /**
     * Reads a key.
     *
     * @param key the key, without the prefix
     * @return its value, nothing if it is not there
     */
    public CompletionStage<Optional<EtcdValue>> read(String key) {
        return twice((current, again) -> current.getKVClient()
                .get(bytes(key))
                .thenApply(answer -> answer.getKvs().stream().findFirst().map(found -> value(key, found))));
    }

    /**
     * Reads all keys that begin alike.
     *
     * @param beginning what they begin with, without the prefix, not empty
     * @return their values in the order of the keys
     */
    public CompletionStage<List<EtcdValue>> readAll(String beginning) {
        GetOption option = GetOption.builder().isPrefix(true).build();
        int prefixLength = keys.absolute(beginning).length() - beginning.length();
        return twice((current, again) -> current.getKVClient()
                .get(bytes(beginning), option)
                .thenApply(answer -> answer.getKvs().stream()
                        .map(found -> value(text(found.getKey()).substring(prefixLength), found))
                        .toList()));
    }

    /**
     * Makes an edit.
     *
     * @param edit what to change, and what it is guarded by
     * @return what became of it
     */
    public CompletionStage<Outcome> commit(EtcdEdit edit) {
        return twice((current, again) ->
                transaction(current.getKVClient().txn(), edit).thenApply(answer -> outcome(edit, answer, again)));
    }

    private CompletableFuture<TxnResponse> transaction(Txn transaction, EtcdEdit edit) {
        Cmp[] guards = edit.guards().entrySet().stream()
                .map(guard -> new Cmp(bytes(guard.getKey()), Cmp.Op.EQUAL, CmpTarget.modRevision(guard.getValue())))
                .toArray(Cmp[]::new);
        Op[] changes = changes(edit)
                .map(change -> change.getValue()
                        .<Op>map(text -> Op.put(bytes(change.getKey()), raw(text), PutOption.DEFAULT))
                        .orElseGet(() -> Op.delete(bytes(change.getKey()), DeleteOption.DEFAULT)))
                .toArray(Op[]::new);
        Op[] looks = changes(edit)
                .map(change -> Op.get(bytes(change.getKey()), GetOption.DEFAULT))
                .toArray(Op[]::new);
        return transaction.If(guards).Then(changes).Else(looks).commit();
    }

    /** In one order, so that what is found in the place of changes can be told apart. */
    private static Stream<Map.Entry<String, Optional<String>>> changes(EtcdEdit edit) {
        return edit.changes().entrySet().stream().sorted(Map.Entry.comparingByKey());
    }

    private static Outcome outcome(EtcdEdit edit, TxnResponse answer, boolean again) {
        if (answer.isSucceeded()) {
            return Outcome.DONE;
        }
        List<Optional<String>> found = answer.getGetResponses().stream()
                .map(look -> look.getKvs().stream().findFirst().map(entry -> text(entry.getValue())))
                .toList();
        List<Optional<String>> wanted = changes(edit).map(Map.Entry::getValue).toList();
        return again && found.equals(wanted) ? Outcome.DONE : Outcome.CONFLICT;
    }

    private <T> CompletionStage<T> twice(BiFunction<Client, Boolean, CompletableFuture<T>> call) {
        return once(call, false)
                .exceptionallyCompose(failure -> once(call, true))
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(new EtcdUnavailableException(failure)));
    }

    /** Begins and ends on the editor's thread: a client must not be closed on its own. */
    private <T> CompletableFuture<T> once(BiFunction<Client, Boolean, CompletableFuture<T>> call, boolean again) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            worker.execute(() -> begin(call, again, result));
        } catch (RejectedExecutionException closed) {
            result.completeExceptionally(new IOException("the editor is closed", closed));
        }
        return result;
    }

    private <T> void begin(
            BiFunction<Client, Boolean, CompletableFuture<T>> call, boolean again, CompletableFuture<T> result) {
        try {
            Client used = client();
            CompletableFuture<T> unused = call.apply(used, again)
                    .whenCompleteAsync(
                            (answer, failure) -> {
                                if (failure == null) {
                                    result.complete(answer);
                                } else {
                                    drop(used, failure);
                                    result.completeExceptionally(failure);
                                }
                            },
                            worker);
        } catch (IOException | RuntimeException unopened) {
            result.completeExceptionally(unopened);
        }
    }

    private Client client() throws IOException {
        Client current = client;
        if (current == null) {
            current = clients.client(withPassword);
            client = current;
        }
        return current;
    }

    private void drop(Client used, Throwable failure) {
        if (used.equals(client)) {
            withPassword = JetcdFailures.of(failure).kind() != StoreFailure.Kind.WANTS_NO_PASSWORD;
            closeClient();
        }
    }

    private void closeClient() {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    private ByteSequence bytes(String key) {
        return raw(keys.absolute(key));
    }

    private static ByteSequence raw(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    private static EtcdValue value(String key, KeyValue found) {
        return new EtcdValue(key, text(found.getValue()), found.getModRevision());
    }

    private static String text(ByteSequence bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Ends the connection; calls fail from now on. Idempotent, and done within two seconds. */
    @Override
    public synchronized void close() {
        if (worker.isShutdown()) {
            return;
        }
        worker.execute(this::closeClient);
        worker.shutdown();
        try {
            if (!worker.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
