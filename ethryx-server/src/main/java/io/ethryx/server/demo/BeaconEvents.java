package io.ethryx.server.demo;

import static io.ethryx.server.demo.JsonText.member;
import static io.ethryx.server.demo.JsonText.object;
import static io.ethryx.server.demo.JsonText.text;

import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.sse.ServerSentEventConnection;
import io.undertow.server.handlers.sse.ServerSentEventHandler;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.xnio.IoUtils;

/**
 * {@code /eth/v1/events} of the simulated consensus node. Topics come as comma lists, repeated parameters or both;
 * {@code block}, {@code head} and {@code finalized_checkpoint} have events, the other topics of the Beacon API stay
 * quiet, and an unknown one is refused.
 */
final class BeaconEvents {

    private static final int MAX_UNSENT = 1024;
    private static final Set<String> TOPICS = Set.of(
            "head",
            "block",
            "finalized_checkpoint",
            "block_gossip",
            "attestation",
            "single_attestation",
            "voluntary_exit",
            "bls_to_execution_change",
            "proposer_slashing",
            "attester_slashing",
            "chain_reorg",
            "contribution_and_proof",
            "light_client_finality_update",
            "light_client_optimistic_update",
            "payload_attributes",
            "blob_sidecar",
            "data_column_sidecar");

    private final SimulatedChain chain;
    private final BeaconBlocks blocks;
    private final Map<ServerSentEventConnection, Listener> listeners = new ConcurrentHashMap<>();
    private final ServerSentEventHandler handler = new ServerSentEventHandler(this::connected);

    private record Listener(Set<String> topics, AtomicInteger unsent) {}

    BeaconEvents(SimulatedChain chain) {
        this.chain = chain;
        this.blocks = new BeaconBlocks(chain);
    }

    /** Takes the exchange over, or says what is wrong with its topics. */
    Optional<Reply> open(HttpServerExchange exchange) throws Exception {
        Set<String> topics = topics(exchange.getQueryParameters());
        if (topics.isEmpty() || !TOPICS.containsAll(topics)) {
            return Optional.of(BeaconAnswers.error(400, "unknown or missing topic"));
        }
        handler.handleRequest(exchange);
        return Optional.empty();
    }

    int open() {
        return listeners.size();
    }

    private void connected(ServerSentEventConnection connection, String lastEventId) {
        listeners.put(connection, new Listener(topics(connection.getQueryParameters()), new AtomicInteger()));
        connection.addCloseTask(listeners::remove);
    }

    private static Set<String> topics(Map<String, Deque<String>> query) {
        Set<String> topics = new LinkedHashSet<>();
        for (String list : query.getOrDefault("topics", new ArrayDeque<>())) {
            topics.addAll(List.of(list.split(",", -1)));
        }
        return topics;
    }

    /** Tells the listeners of a slot's events; on the IO thread. */
    void headMoved(long slot) {
        boolean epochStarts = slot % chain.slotsPerEpoch() == 0;
        send(
                "block",
                object(text("slot", slot), text("block", blocks.root(slot)), member("execution_optimistic", "false")));
        send(
                "head",
                object(
                        text("slot", slot),
                        text("block", blocks.root(slot)),
                        text("state", blocks.stateRoot(slot)),
                        member("epoch_transition", Boolean.toString(epochStarts)),
                        text("previous_duty_dependent_root", blocks.root(chain.finalizedAt(slot))),
                        text("current_duty_dependent_root", blocks.root(chain.justifiedAt(slot))),
                        member("execution_optimistic", "false")));
        if (epochStarts) {
            long finalized = chain.finalizedAt(slot);
            send(
                    "finalized_checkpoint",
                    object(
                            text("block", blocks.root(finalized)),
                            text("state", blocks.stateRoot(finalized)),
                            text("epoch", finalized / chain.slotsPerEpoch()),
                            member("execution_optimistic", "false")));
        }
    }

    private void send(String topic, String data) {
        listeners.forEach((connection, listener) -> {
            if (!listener.topics().contains(topic)) {
                return;
            }
            if (listener.unsent().incrementAndGet() > MAX_UNSENT) {
                IoUtils.safeClose(connection);
            } else {
                connection.send(data, topic, null, new Sent(listener.unsent()));
            }
        });
    }

    /** Counts an event as sent; drops a listener that can't be sent to. */
    private record Sent(AtomicInteger unsent) implements ServerSentEventConnection.EventCallback {

        @Override
        public void done(ServerSentEventConnection connection, String data, String event, String id) {
            unsent.decrementAndGet();
        }

        @Override
        public void failed(ServerSentEventConnection connection, String data, String event, String id, IOException e) {
            IoUtils.safeClose(connection);
        }
    }
}
