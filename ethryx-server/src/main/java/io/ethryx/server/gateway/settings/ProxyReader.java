package io.ethryx.server.gateway.settings;

import io.ethryx.server.yaml.Section;
import java.time.Duration;

/** Reads how nodes are picked, called and probed, from {@code proxy_config}. */
final class ProxyReader {

    private final Section section;
    private final Keys keys;

    ProxyReader(Section section) {
        this.section = section;
        this.keys = new Keys(section);
    }

    GatewaySettings.Selection selection() {
        return section.value("node_select_strategy")
                .filter(value -> !value.text().orElse("").isEmpty())
                .flatMap(value -> value.parsed(Texts.choice(GatewaySettings.Selection.class)))
                .orElse(GatewaySettings.Selection.RANDOM);
    }

    GatewaySettings.Upstream upstream() {
        return new GatewaySettings.Upstream(
                new MethodTimes(
                        keys.millis("default_rpc_timeout", 5_000), keys.millisByName("rpc_method_timeout_config")),
                keys.countOrUsual("connection_pool_size", 512),
                keys.millis("conn_max_idle_duration", 90_000),
                keys.millis("conn_max_wait_timeout", 1_000),
                keys.millis("conn_dial_timeout", 3_000));
    }

    GatewaySettings.Probing probing() {
        return new GatewaySettings.Probing(
                keys.seconds("node_health_check_timeout", 5),
                keys.seconds("node_health_check_max_wait", 300),
                interval());
    }

    private Duration interval() {
        Duration given = keys.duration("node_health_check_interval", Duration.ofSeconds(5));
        if (given.isZero()) {
            section.value("node_health_check_interval")
                    .ifPresent(value -> value.refuse("would probe without a pause", "write seconds, such as 5"));
        }
        return given;
    }

    void finish(String why) {
        section.dead(
                why,
                "service_name",
                "rpc_listen",
                "internal_api_listen",
                "enable_pprof",
                "native_node_url",
                "official_node_url",
                "reverse_proxy",
                "block_reader_cache_ttl",
                "chain_id");
        section.finish();
    }
}
