package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.logging.AccessLog;
import io.ethryx.server.metrics.ProxyMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpGateTest {

    private final WarmUpGate gate = new WarmUpGate(
            new TrafficEvents(new ProxyMetrics(new PrometheusRegistry()), new AccessLog(false), null, target -> false));
    private final List<String> done = new ArrayList<>();

    /** One that keeps what it is asked. */
    private ClientExchange exchange() {
        return (ClientExchange) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ClientExchange.class}, (self, method, arguments) -> {
                    if (method.getName().equals("hashCode")) {
                        return System.identityHashCode(self);
                    }
                    done.add(method.getName());
                    return null;
                });
    }

    @Test
    void who_waits_when_the_gate_is_closed_is_never_let_through() {
        gate.hold(exchange(), null, () -> done.add("let through"));
        gate.close();
        gate.open();
        assertThat(done).containsExactly("whenGone");
        assertThat(gate.isOpen()).isFalse();
    }
}
