package io.ethryx.server.gateway.nodes;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.health.NodeListener;
import io.ethryx.health.NodeTrouble;
import io.ethryx.server.gateway.metrics.NodeFamilies;
import io.ethryx.server.logging.Targets;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Logs how nodes come and go, a line for each turn, and has it counted. */
final class NodeLog implements NodeListener {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.HEALTH);

    private final NodeFamilies counts;

    NodeLog(NodeFamilies counts) {
        this.counts = counts;
    }

    @Override
    public void joined(ChainId chain, Node node, Duration waited) {
        counts.joined(chain, node, waited);
        of(LOG.atInfo(), chain, node)
                .addKeyValue("waited_secs", waited.toMillis() / 1000.0)
                .log("node joined");
    }

    @Override
    public void notJoined(ChainId chain, Node node, NodeTrouble trouble) {
        counts.retried(chain, node);
        why(of(LOG.atDebug(), chain, node), trouble).log("node has not joined yet");
    }

    @Override
    public void overdue(ChainId chain, Node node, NodeTrouble trouble, Duration waited) {
        counts.overdue(chain, node, waited);
        why(of(LOG.atWarn(), chain, node), trouble)
                .addKeyValue("waited_secs", waited.toMillis() / 1000.0)
                .log("node has not joined in time, it is tried on with growing pauses");
    }

    @Override
    public void ejected(ChainId chain, Node node, NodeTrouble trouble) {
        why(of(LOG.atInfo(), chain, node), trouble).log("node ejected");
    }

    @Override
    public void returned(ChainId chain, Node node) {
        of(LOG.atInfo(), chain, node).log("node returned");
    }

    @Override
    public void unexpected(RuntimeException problem) {
        LOG.atError().setCause(problem).log("a change of nodes could not be followed");
    }

    private static LoggingEventBuilder of(LoggingEventBuilder line, ChainId chain, Node node) {
        return line.addKeyValue("chain_id", chain.toString())
                .addKeyValue("pool", node.pool().wireName())
                .addKeyValue("node", node.key())
                .addKeyValue("address", node.hostPort());
    }

    private static LoggingEventBuilder why(LoggingEventBuilder line, NodeTrouble trouble) {
        return line.addKeyValue("reason", trouble.fault().wireName()).addKeyValue("detail", trouble.detail());
    }
}
