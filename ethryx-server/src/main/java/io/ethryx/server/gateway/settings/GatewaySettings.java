package io.ethryx.server.gateway.settings;

import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.config.SidecarSettings.ForwardedHeaders;
import io.ethryx.server.config.UpstreamUrl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The gateway's settings, complete and checked.
 *
 * @param listening where it listens
 * @param discovery where its topology comes from
 * @param routing how calls find their pool
 * @param selection how a node is picked out of its pool
 * @param upstream how nodes are called
 * @param probing how nodes are probed
 * @param batch what happens to batches
 * @param retry what happens after a failure
 * @param governance what may pass
 * @param limits what may be held at once
 * @param lifecycle how it ends
 * @param admin who may change things
 * @param corsOrigins origins whose pages may call, none by default
 * @param forwardedHeaders what to do about X-Forwarded-* and Forwarded
 * @param usage how usage is metered
 * @param logging what is logged
 * @param tracing where traces go
 */
public record GatewaySettings(
        Listening listening,
        DiscoverySettings discovery,
        RoutingSettings routing,
        Selection selection,
        Upstream upstream,
        Probing probing,
        Batch batch,
        RetrySettings retry,
        GovernanceSettings governance,
        Limits limits,
        Lifecycle lifecycle,
        Admin admin,
        List<String> corsOrigins,
        ForwardedHeaders forwardedHeaders,
        UsageSettings usage,
        Logging logging,
        Tracing tracing) {

    /**
     * Copies what it is given.
     *
     * @param listening see the record
     * @param discovery see the record
     * @param routing see the record
     * @param selection see the record
     * @param upstream see the record
     * @param probing see the record
     * @param batch see the record
     * @param retry see the record
     * @param governance see the record
     * @param limits see the record
     * @param lifecycle see the record
     * @param admin see the record
     * @param corsOrigins see the record
     * @param forwardedHeaders see the record
     * @param usage see the record
     * @param logging see the record
     * @param tracing see the record
     */
    public GatewaySettings {
        corsOrigins = List.copyOf(corsOrigins);
    }

    /**
     * The same, listening elsewhere.
     *
     * @param addresses for JSON-RPC, at least one
     * @return new settings
     */
    public GatewaySettings listeningOn(List<ListenAddress> addresses) {
        return new GatewaySettings(
                new Listening(addresses, listening.metrics()),
                discovery,
                routing,
                selection,
                upstream,
                probing,
                batch,
                retry,
                governance,
                limits,
                lifecycle,
                admin,
                corsOrigins,
                forwardedHeaders,
                usage,
                logging,
                tracing);
    }

    /**
     * Where the gateway listens.
     *
     * @param rpc for JSON-RPC and, unless they have an address of their own, admin calls; at least one
     * @param metrics for metrics and probes
     */
    public record Listening(List<ListenAddress> rpc, ListenAddress metrics) {

        /**
         * Copies what it is given.
         *
         * @param rpc see the record
         * @param metrics see the record
         */
        public Listening {
            rpc = List.copyOf(rpc);
        }
    }

    /** How a node is picked. */
    public enum Selection {
        /** By chance, weighted. */
        RANDOM,
        /** In turn, smoothly weighted. */
        ROUND_ROBIN,
        /** The quicker of two, by peak EWMA. */
        LEAST_LATENCY
    }

    /**
     * How nodes are called.
     *
     * @param timeouts the total time of a call, by method
     * @param poolSize connections to one node, at most
     * @param idle how long an unused connection is kept
     * @param queueing how long a call waits for a free connection
     * @param dial how long connecting may take
     */
    public record Upstream(MethodTimes timeouts, int poolSize, Duration idle, Duration queueing, Duration dial) {}

    /**
     * How nodes are probed.
     *
     * @param timeout of one probe
     * @param maxWait how long a new node is probed at full pace before it joins
     * @param interval between probes of a node that has joined
     */
    public record Probing(Duration timeout, Duration maxWait, Duration interval) {}

    /**
     * What happens to batches.
     *
     * @param split whether each pool gets its part; else the whole goes to the pool that the oldest element needs
     * @param maxSize elements at most
     */
    public record Batch(boolean split, int maxSize) {}

    /**
     * What may be held at once.
     *
     * @param maxBodyBytes of one request
     * @param maxConnections from clients
     * @param inFlightBytes of bodies together; absent: a quarter of the heap
     */
    public record Limits(long maxBodyBytes, int maxConnections, OptionalLong inFlightBytes) {}

    /**
     * How the gateway ends.
     *
     * @param shutdownDelay how long it serves on after it has said that it is not ready
     * @param shutdownGrace how long calls in flight may take
     */
    public record Lifecycle(Duration shutdownDelay, Duration shutdownGrace) {}

    /**
     * Who may change things.
     *
     * @param listen an address of its own, if any
     * @param tokenFile holds the bearer token, if any
     * @param open whether anyone may
     * @param auditLog file of changes, if not the log
     */
    public record Admin(
            Optional<ListenAddress> listen, Optional<String> tokenFile, boolean open, Optional<String> auditLog) {}

    /**
     * What is logged.
     *
     * @param level {@code debug}, {@code info}, {@code warn} or {@code error}
     * @param filter target=level list, if any
     * @param accessLog whether each request is
     * @param sampling how many lines of one kind a second
     */
    public record Logging(String level, Optional<String> filter, boolean accessLog, Sampling sampling) {}

    /**
     * How many lines of one kind are written a second.
     *
     * @param enabled whether any are left out
     * @param initial the first ones that are written
     * @param thereafter after these every how many-th
     */
    public record Sampling(boolean enabled, int initial, int thereafter) {}

    /**
     * Where traces go.
     *
     * @param endpoint an OTLP/HTTP collector, if tracing is on
     * @param ratio share of traces without a sampled parent that are kept, 0 to 1
     */
    public record Tracing(Optional<UpstreamUrl> endpoint, double ratio) {}
}
