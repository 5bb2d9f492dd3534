package io.ethryx.server.gateway.mirror;

import io.ethryx.core.ArrayBytes;
import io.ethryx.core.CallBytes;
import io.ethryx.core.Splice;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.CallMirror;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.core.topology.Topology;
import io.ethryx.governance.MirrorPolicy;
import io.ethryx.server.gateway.metrics.GatewayMetrics;
import io.ethryx.server.io.IoResources;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sends copies of the calls that go on to the mirror targets of their chain: POST to {@code /} with the body as nodes get it
 * and the client's fields. A batch is copied as one array of those of its calls that may be copied.
 *
 * <p>Thread-safe. On the request path a copy costs one copy of its bytes; where a chain has no target, a look-up.
 */
public final class Mirror implements CallMirror, AutoCloseable {

    private final MirrorPolicy policy;
    private final MirrorSettings settings;
    private final MirrorLanes lanes;
    private final MirrorCounts counts = new MirrorCounts();

    /**
     * A mirror without connections.
     *
     * @param policy who gets copies of what
     * @param settings how they are sent
     * @param io what they are sent on; not closed by this object
     */
    public Mirror(MirrorPolicy policy, MirrorSettings settings, IoResources io) {
        this.policy = policy;
        this.settings = settings;
        this.lanes = new MirrorLanes(settings, io);
    }

    /**
     * Shows what was sent and what was dropped.
     *
     * @param metrics the page
     */
    public void showOn(GatewayMetrics metrics) {
        metrics.add(counts);
    }

    @Override
    public void copy(CallFacts facts, List<Splice> rewrite) {
        List<MirrorTarget> targets = policy.targets(facts);
        if (targets.isEmpty() || !policy.mayCopy(facts.call().method())) {
            return;
        }
        List<ByteBuffer> body = new ArrayList<>(3);
        CallBytes.single(facts.call(), rewrite, body);
        send(facts, targets, body);
    }

    @Override
    public void copyBatch(List<Copied> calls) {
        CallFacts first = calls.get(0).facts();
        List<MirrorTarget> targets = policy.targets(first);
        if (targets.isEmpty()) {
            return;
        }
        ArrayBytes array = new ArrayBytes();
        for (Copied call : calls) {
            if (policy.mayCopy(call.facts().call().method())) {
                array.add(call.facts().call(), call.rewrite());
            }
        }
        if (!array.isEmpty()) {
            send(first, targets, array.close());
        }
    }

    private void send(CallFacts facts, List<MirrorTarget> targets, List<ByteBuffer> body) {
        MirrorCounts.OfChain counted = counts.of(facts.chain());
        MirrorCopy copy = null;
        for (MirrorTarget target : targets) {
            if (!policy.allows(target)) {
                counted.dropped(MirrorCounts.Drop.RATE_LIMITED);
                continue;
            }
            MirrorLane lane = lanes.of(target);
            MirrorCounts.Drop refused = lane.refuses();
            if (refused != null) {
                counted.dropped(refused);
                continue;
            }
            if (copy == null) {
                copy = new MirrorCopy(whole(body), CopiedFields.of(facts.caller(), settings.credentials()), counted);
            }
            lane.offer(copy);
        }
    }

    private static ByteBuffer whole(List<ByteBuffer> pieces) {
        int length = 0;
        for (ByteBuffer piece : pieces) {
            length += piece.remaining();
        }
        ByteBuffer whole = ByteBuffer.allocate(length);
        pieces.forEach(whole::put);
        return whole.flip();
    }

    /**
     * Lets go of the targets that are not in a topology any more; what waits for them is dropped.
     *
     * @param next the topology
     */
    public void follow(Topology next) {
        Set<MirrorLanes.Place> there = next.chains().values().stream()
                .map(ChainTopology::mirrors)
                .flatMap(List::stream)
                .map(MirrorLanes.Place::of)
                .collect(Collectors.toSet());
        lanes.keepOnly(there);
    }

    /** Sends nothing any more; copies that are on their way end by themselves. Idempotent. */
    @Override
    public void close() {
        lanes.keepOnly(Set.of());
    }
}
