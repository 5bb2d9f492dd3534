package io.ethryx.discovery;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.OptionsUtil;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A session of jetcd. It never lets jetcd resume a watch: jetcd takes the store's revision at the watch's creation for one
 * whose events have all been seen, and loses those between if the connection breaks before they come.
 */
final class JetcdSession implements StoreSession {

    private static final ByteSequence ZERO = ByteSequence.from(new byte[1]);

    private final Client client;
    private final KeySpace keys;
    private final int pageSize;
    private final ByteSequence begin;
    private final ByteSequence end;

    JetcdSession(Client client, KeySpace keys, int pageSize) {
        this.client = client;
        this.keys = keys;
        this.pageSize = pageSize;
        ByteSequence prefix = ByteSequence.from(keys.prefix(), StandardCharsets.UTF_8);
        this.begin = prefix.isEmpty() ? ZERO : prefix;
        this.end = prefix.isEmpty() ? ZERO : OptionsUtil.prefixEndOf(prefix);
    }

    @Override
    public CompletionStage<Listing> list() {
        return page(new ArrayList<>(), begin, 0, pageSize);
    }

    /** Reads on from a key, at the revision of the first page; a page that is too large is asked for in smaller ones. */
    private CompletableFuture<Listing> page(List<StoredEntry> entries, ByteSequence from, long revision, int limit) {
        GetOption option = GetOption.builder()
                .withRange(end)
                .withLimit(limit)
                .withRevision(revision)
                .withSortField(GetOption.SortTarget.KEY)
                .withSortOrder(GetOption.SortOrder.ASCEND)
                .build();
        return client.getKVClient()
                .get(from, option)
                .thenCompose(answer -> next(entries, answer, revision, limit))
                .exceptionallyCompose(thrown -> JetcdFailures.isTooLarge(thrown) && limit > 1
                        ? page(entries, from, revision, limit / 2)
                        : CompletableFuture.failedFuture(JetcdFailures.of(thrown)));
    }

    private CompletableFuture<Listing> next(List<StoredEntry> entries, GetResponse answer, long revision, int limit) {
        long at = revision == 0 ? answer.getHeader().getRevision() : revision;
        List<KeyValue> found = answer.getKvs();
        found.forEach(entry -> stored(entry).ifPresent(entries::add));
        if (answer.isMore() && !found.isEmpty()) {
            return page(entries, found.get(found.size() - 1).getKey().concat(ZERO), at, limit);
        }
        return CompletableFuture.completedFuture(
                new Listing(entries, at, answer.getHeader().getClusterId()));
    }

    @Override
    public void watch(long fromRevision, Watcher watcher) {
        WatchOption option = WatchOption.builder()
                .withRange(end)
                .withRevision(fromRevision)
                .withCreateNotify(true)
                .withProgressNotify(true)
                .withRequireLeader(true)
                .build();
        client.getWatchClient().watch(begin, option, new OneStream(watcher));
    }

    @Override
    public void close() {
        client.close();
    }

    private Optional<StoredEntry> stored(KeyValue entry) {
        return relevant(entry)
                .map(key -> new StoredEntry(
                        key, entry.getValue().getBytes(), entry.getCreateRevision(), entry.getModRevision()));
    }

    private Optional<String> relevant(KeyValue entry) {
        return keys.relative(entry.getKey().toString(StandardCharsets.UTF_8))
                .filter(key -> !(KeySpace.read(key) instanceof KeyReading.Foreign));
    }

    private Optional<StoreChange> change(WatchEvent event) {
        return event.getEventType() == WatchEvent.EventType.PUT
                ? stored(event.getKeyValue()).map(StoreChange.Put::new)
                : relevant(event.getKeyValue())
                        .map(key ->
                                new StoreChange.Delete(key, event.getKeyValue().getModRevision()));
    }

    /** Passes on what comes until the first end of the stream; jetcd may go on after it, unheard. */
    private final class OneStream implements Watch.Listener {

        private final Watcher watcher;
        private final AtomicBoolean ended = new AtomicBoolean();

        OneStream(Watcher watcher) {
            this.watcher = watcher;
        }

        @Override
        public void onNext(WatchResponse response) {
            long revision = response.getHeader().getRevision();
            List<WatchEvent> events = response.getEvents();
            if (ended.get()) {
                return;
            }
            if (response.isCreatedNotify()) {
                watcher.created(revision, response.getHeader().getClusterId());
            } else if (response.isProgressNotify()) {
                watcher.changed(List.of(), revision);
            } else if (!events.isEmpty()) {
                List<StoreChange> changes = new ArrayList<>(events.size());
                events.forEach(event -> change(event).ifPresent(changes::add));
                // not the header's: it may be ahead of events that are still to come
                long last = events.get(events.size() - 1).getKeyValue().getModRevision();
                watcher.changed(changes, last);
            }
        }

        @Override
        public void onError(Throwable thrown) {
            end(JetcdFailures.of(thrown));
        }

        @Override
        public void onCompleted() {
            end(new StoreFailure(StoreFailure.Kind.OTHER, "etcd ended the watch"));
        }

        /** Told a moment later: jetcd is not to find its executor shut before it has dealt with the end itself. */
        private void end(StoreFailure failure) {
            if (ended.compareAndSet(false, true)) {
                Context loop = Vertx.currentContext();
                if (loop == null) {
                    watcher.ended(failure);
                } else {
                    loop.runOnContext(later -> watcher.ended(failure));
                }
            }
        }
    }
}
