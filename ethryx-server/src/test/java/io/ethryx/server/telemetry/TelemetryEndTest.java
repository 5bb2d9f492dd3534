package io.ethryx.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.config.BuildInfo;
import io.ethryx.server.config.UpstreamUrl;
import io.ethryx.server.testing.RawUpstream;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The end of the exports is bounded, whatever the collector does. */
final class TelemetryEndTest {

    @Test
    void a_collector_that_never_answers_holds_up_the_end_for_five_seconds_and_not_for_each_signal() throws Exception {
        PrometheusRegistry registry = new PrometheusRegistry();
        Counter.builder().name("a").register(registry).inc();
        try (RawUpstream collector = RawUpstream.start(RawUpstream.Connection::readToEnd)) {
            Telemetry telemetry = Telemetry.start(
                    UpstreamUrl.parse("http://127.0.0.1:" + collector.port()), new BuildInfo("1", "none"), registry);
            telemetry
                    .spans()
                    .begin(
                            new RequestFacts("GET", "/", "EL", "1.1", "127.0.0.1", null, null),
                            Map.<String, String>of()::get,
                            0)
                    .ended(200);
            long began = System.nanoTime();
            telemetry.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
        }
    }
}
