package io.ethryx.server.demo;

import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.config.SidecarSettings.ForwardedHeaders;
import io.ethryx.server.config.SidecarSettings.Health;
import io.ethryx.server.config.SidecarSettings.Lifecycle;
import io.ethryx.server.config.SidecarSettings.Limits;
import io.ethryx.server.config.SidecarSettings.Listening;
import io.ethryx.server.config.SidecarSettings.Logging;
import io.ethryx.server.config.SidecarSettings.Mocks;
import io.ethryx.server.config.SidecarSettings.Upstreams;
import io.ethryx.server.config.UpstreamUrl;
import io.ethryx.server.logging.LogFilter;
import io.ethryx.server.logging.LogLevel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The settings of the sidecar that stands before the simulated nodes: defaults, but quick to notice and quick to stop. */
final class DemoSettings {

    private static final String HOST = "127.0.0.1";
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private DemoSettings() {}

    static SidecarSettings before(SimulatedNodes nodes, int port) {
        return new SidecarSettings(
                new Listening(List.of(new ListenAddress(HOST + ':' + port, HOST, port)), Optional.empty()),
                upstreams(nodes),
                health(nodes.chain()),
                new Limits(128 * 1024, 10_000, OptionalLong.empty(), Optional.empty()),
                new Lifecycle(Duration.ZERO, SECOND),
                new Logging(LogLevel.WARN, false, false, LogFilter.of(LogLevel.WARN, false, Map.of())),
                new Mocks(false, false, false, false, false, false),
                List.of());
    }

    private static Upstreams upstreams(SimulatedNodes nodes) {
        return new Upstreams(
                url(nodes.executionNode().httpPort()),
                webSocketUrl(nodes.executionNode().wsPort()),
                url(nodes.consensusNode().port()),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                MINUTE,
                ForwardedHeaders.OFF,
                Optional.empty());
    }

    private static Health health(SimulatedChain chain) {
        return new Health(
                SECOND,
                SECOND,
                1,
                1,
                false,
                false,
                MINUTE,
                MINUTE,
                chain.genesis().getEpochSecond(),
                chain.slot());
    }

    private static UpstreamUrl webSocketUrl(int port) {
        return new UpstreamUrl(false, HOST, port, "", Optional.empty(), Optional.empty(), "ws://" + HOST + ':' + port);
    }

    private static UpstreamUrl url(int port) {
        return new UpstreamUrl(
                false, HOST, port, "", Optional.empty(), Optional.empty(), "http://" + HOST + ':' + port);
    }
}
