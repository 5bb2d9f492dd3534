package io.ethryx.server.gateway.admin;

import io.ethryx.discovery.EtcdEdit;
import io.ethryx.discovery.EtcdEditor;
import io.ethryx.discovery.EtcdSettings;
import io.ethryx.discovery.EtcdValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The keys in etcd. A call waits for at most twice the time that one try may take, and a little. */
final class EtcdKeyStore implements KeyStore {

    /** How long one try may take; there are two. */
    private static final Duration TRY = Duration.ofSeconds(3);

    private static final Duration LIMIT = TRY.multipliedBy(2).plusSeconds(1);

    private final EtcdEditor editor;

    EtcdKeyStore(EtcdSettings settings) {
        editor = new EtcdEditor(settings.withTimes(TRY, TRY));
    }

    @Override
    public Optional<EtcdValue> read(String key) {
        return await(editor.read(key));
    }

    @Override
    public List<EtcdValue> readAll(String beginning) {
        return await(editor.readAll(beginning));
    }

    @Override
    public EtcdEditor.Outcome commit(EtcdEdit edit) {
        return await(editor.commit(edit));
    }

    private static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw notReached(
                    failed.getCause() == null
                            ? "" + failed
                            : "" + failed.getCause().getMessage());
        } catch (TimeoutException late) {
            throw notReached("no answer within " + LIMIT.toSeconds() + " s");
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            throw notReached("the gateway ends");
        }
    }

    private static AdminFault notReached(String why) {
        return new AdminFault(503, "etcd is not available", why + "; try again when etcd can be reached");
    }

    @Override
    public void close() {
        editor.close();
    }
}
