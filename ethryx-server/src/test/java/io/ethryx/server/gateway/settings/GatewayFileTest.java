package io.ethryx.server.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.config.SidecarSettings.ForwardedHeaders;
import io.ethryx.server.yaml.YamlFault;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GatewayFileTest {

    private static GatewaySettings settings(String... lines) {
        GatewayFile file = GatewayFile.parse("g.yaml", String.join("\n", lines));
        assertThat(file.faults()).extracting(YamlFault::sentence).isEmpty();
        return file.settings().orElseThrow();
    }

    private static List<String> faults(String... lines) {
        GatewayFile file = GatewayFile.parse("g.yaml", String.join("\n", lines));
        assertThat(file.settings()).isEmpty();
        return file.faults().stream().map(YamlFault::sentence).toList();
    }

    @Test
    void an_empty_file_gives_the_defaults() {
        GatewaySettings defaults = settings("");
        assertThat(defaults.listening().rpc()).extracting(ListenAddress::text).containsExactly("0.0.0.0:8663");
        assertThat(defaults.listening().metrics().text()).isEqualTo("0.0.0.0:8664");
        assertThat(defaults.discovery())
                .isEqualTo(new DiscoverySettings(new DiscoverySettings.Inline(List.of()), Optional.empty(), true));
        assertThat(defaults.routing()).isEqualTo(new RoutingSettings(64, Map.of(), Map.of()));
        assertThat(defaults.selection()).isEqualTo(GatewaySettings.Selection.RANDOM);
        assertThat(defaults.upstream())
                .isEqualTo(new GatewaySettings.Upstream(
                        new MethodTimes(Duration.ofSeconds(5), Map.of()),
                        512,
                        Duration.ofSeconds(90),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(3)));
        assertThat(defaults.probing())
                .isEqualTo(new GatewaySettings.Probing(
                        Duration.ofSeconds(5), Duration.ofSeconds(300), Duration.ofSeconds(5)));
        assertThat(defaults.batch()).isEqualTo(new GatewaySettings.Batch(true, 1000));
        assertThat(defaults.retry()).isEqualTo(new RetrySettings(3, Map.of()));
        assertThat(defaults.governance())
                .isEqualTo(new GovernanceSettings(
                        List.of("eth_newPendingTransactionFilter", "txpool_*"),
                        Optional.empty(),
                        new GovernanceSettings.Limiter(Map.of(), Map.of(), GovernanceSettings.Per.PROCESS),
                        new GovernanceSettings.BlockLimit(false, false, 0, false, 0),
                        new GovernanceSettings.Mirror(false, 1, false, false, 1024, 64),
                        new GovernanceSettings.SlowLog(
                                false, false, new MethodTimes(Duration.ofMillis(500), Map.of()))));
        assertThat(defaults.limits().maxBodyBytes()).isEqualTo(4_194_304);
        assertThat(defaults.limits().maxConnections()).isEqualTo(10_000);
        assertThat(defaults.limits().inFlightBytes()).isEmpty();
        assertThat(defaults.lifecycle())
                .isEqualTo(new GatewaySettings.Lifecycle(Duration.ZERO, Duration.ofSeconds(30)));
        assertThat(defaults.admin())
                .isEqualTo(new GatewaySettings.Admin(Optional.empty(), Optional.empty(), false, Optional.empty()));
        assertThat(defaults.corsOrigins()).isEmpty();
        assertThat(defaults.forwardedHeaders()).isEqualTo(ForwardedHeaders.APPEND);
        assertThat(defaults.usage()).isEqualTo(new UsageSettings(new UsageSettings.None(), Duration.ofSeconds(5)));
        assertThat(defaults.logging())
                .isEqualTo(new GatewaySettings.Logging(
                        "info", Optional.empty(), false, new GatewaySettings.Sampling(true, 100, 100)));
        assertThat(defaults.tracing()).isEqualTo(new GatewaySettings.Tracing(Optional.empty(), 0.1));
    }

    @Test
    void the_replaced_programs_file_is_read_as_it_is() {
        GatewaySettings read = settings(
                "listen: 8663",
                "metric_listen: \"9664\"",
                "etcd_endpoints: [http://10.0.0.1:2379, \"10.0.0.2:2379\"]",
                "log_level: WARNING",
                "usage:",
                "  kafka_brokers: [\" k1:9092 \"]",
                "  kafka_topic: leafage-usage",
                "  report_interval: 1m30s",
                "proxy_config:",
                "  default_rpc_timeout: 7000",
                "  rpc_method_timeout_config: {eth_getLogs: 20000, eth_call: 0}",
                "  connection_pool_size: 2000",
                "  conn_max_idle_duration: 0",
                "  node_select_strategy: round_robin",
                "  etcd_prefix: /nodex",
                "  processor:",
                "    method_denied: []",
                "    observability_log: {enable: yes, enable_error_log: true, slow_threshold: {default: 0,"
                        + " rpc_methods: {eth_call: 900}}}",
                "    rate_limiter: {rpc_methods: {eth_call: 100, eth_getLogs: 2.5}}",
                "    method_name_checker: {enable: true, denied_regexp: ^admin_}",
                "    request_mirror: {enable: true}",
                "    block_range_query_limit: {enable: true, recent_blocks: 128, rewrite_to_latest: true}");
        assertThat(read.discovery().source())
                .isEqualTo(new DiscoverySettings.Etcd(
                        List.of("http://10.0.0.1:2379", "http://10.0.0.2:2379"),
                        "/nodex",
                        new DiscoverySettings.EtcdLogin(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())));
        assertThat(read.discovery().headTracking()).isFalse();
        assertThat(read.logging().level()).isEqualTo("warn");
        assertThat(read.usage().interval()).isEqualTo(Duration.ofSeconds(90));
        assertThat(read.usage().sink())
                .isEqualTo(new UsageSettings.Kafka(
                        List.of("k1:9092"), "leafage-usage", Map.of(), false, Optional.empty()));
        assertThat(read.upstream().timeouts().of("eth_getLogs")).isEqualTo(Duration.ofSeconds(20));
        assertThat(read.upstream().timeouts().of("eth_call")).isEqualTo(Duration.ofSeconds(7));
        assertThat(read.upstream().poolSize()).isEqualTo(2000);
        assertThat(read.upstream().idle()).isEqualTo(Duration.ofSeconds(90));
        assertThat(read.selection()).isEqualTo(GatewaySettings.Selection.ROUND_ROBIN);
        assertThat(read.governance().denied()).isEmpty();
        assertThat(read.governance().names())
                .contains(new GovernanceSettings.NameCheck("^[a-zA-Z_][a-zA-Z0-9_]*$", Optional.of("^admin_")));
        assertThat(read.governance().limiter().perSecond()).isEqualTo(Map.of("eth_call", 100.0, "eth_getLogs", 2.5));
        assertThat(read.governance().slow().slow().of("eth_call")).isEqualTo(Duration.ofMillis(900));
        assertThat(read.governance().slow().slow().of("eth_x")).isEqualTo(Duration.ofMillis(500));
        assertThat(read.governance().mirror().enabled()).isTrue();
        assertThat(read.governance().blocks()).isEqualTo(new GovernanceSettings.BlockLimit(true, false, 128, true, 0));
    }

    @Test
    void the_added_keys_are_read() {
        GatewaySettings read = settings(
                "listen: [8663, \"[::1]:8665\"]",
                "max_body_bytes: 1MiB",
                "discovery:",
                "  type: static",
                "  head_tracking: false",
                "  snapshot_file: /var/lib/ethryx/topology.json",
                "  static:",
                "    1/nodes/s1: {address: 127.0.0.1, port: 8545, nodeType: 1, stateType: 1, up: true, none: ~, list:"
                        + " [1, 1.5]}",
                "    1/nodes/a1: '{\"address\":\"127.0.0.1\"}'",
                "    1/lastBlockNumber: {latestBlockNumber: \"0x1312d00\", bare: 0x10}",
                "routing:",
                "  state_window: 100",
                "  chains: {\"1\": {state_window: 128, probe: eth_blockNumber, upstream_path: client}, 10:"
                        + " {upstream_path: /rpc}}",
                "  methods: {a_b: {index: 1}, c_d: {range: [0]}, e_f: none, g_h: {range: [0, 1]}}",
                "batch: {mode: whole, max_size: 10}",
                "retry: {max_attempts: 2, hedge: {eth_call: {after: p95}, eth_getBalance: {after: 50ms}}}",
                "admin: {listen: 127.0.0.1:8666, token_file: /etc/t, audit_log: /var/log/a}",
                "cors: {allowed_origins: [\"https://a.example\"]}",
                "limits: {max_connections: 5, in_flight_bytes: 64MiB}",
                "lifecycle: {shutdown_delay: 5s, shutdown_grace: 7}",
                "forwarded_headers: replace",
                "access_log: true",
                "log_filter: ethryx=debug",
                "usage: {sink: file, file: /var/u, file_max_size: 1MiB}",
                "proxy_config: {node_select_strategy: least_latency, node_health_check_interval: 2}");
        assertThat(read.listening().rpc())
                .extracting(ListenAddress::text)
                .containsExactly("0.0.0.0:8663", "[::1]:8665");
        assertThat(read.limits().maxBodyBytes()).isEqualTo(1 << 20);
        assertThat(read.discovery().snapshotFile()).contains("/var/lib/ethryx/topology.json");
        assertThat(read.discovery().source())
                .isEqualTo(new DiscoverySettings.Inline(List.of(
                        new DiscoverySettings.Entry(
                                "1/nodes/s1",
                                "{\"address\":\"127.0.0.1\",\"port\":8545,\"nodeType\":1,\"stateType\":1,\"up\":true,\"none\":null,\"list\":[1,1.5]}",
                                8),
                        new DiscoverySettings.Entry("1/nodes/a1", "{\"address\":\"127.0.0.1\"}", 9),
                        new DiscoverySettings.Entry(
                                "1/lastBlockNumber", "{\"latestBlockNumber\":\"0x1312d00\",\"bare\":\"0x10\"}", 10))));
        assertThat(read.routing().chains().get("10").upstreamPath()).contains("/rpc");
        assertThat(read.routing().chains().get("1").stateWindow()).hasValue(128);
        assertThat(read.routing().methods())
                .isEqualTo(Map.of(
                        "a_b", new RoutingSettings.Index(1),
                        "c_d", new RoutingSettings.Range(List.of(0)),
                        "e_f", new RoutingSettings.NoBlock(),
                        "g_h", new RoutingSettings.Range(List.of(0, 1))));
        assertThat(read.batch()).isEqualTo(new GatewaySettings.Batch(false, 10));
        assertThat(read.retry().hedges())
                .isEqualTo(Map.of(
                        "eth_call", new RetrySettings.Hedge(Optional.empty()),
                        "eth_getBalance", new RetrySettings.Hedge(Optional.of(Duration.ofMillis(50)))));
        assertThat(read.admin().listen().orElseThrow().port()).isEqualTo(8666);
        assertThat(read.limits().inFlightBytes()).hasValue(64L << 20);
        assertThat(read.lifecycle())
                .isEqualTo(new GatewaySettings.Lifecycle(Duration.ofSeconds(5), Duration.ofSeconds(7)));
        assertThat(read.usage().sink()).isEqualTo(new UsageSettings.File("/var/u", 1 << 20));
        assertThat(read.probing().interval()).isEqualTo(Duration.ofSeconds(2));
        assertThat(read.selection()).isEqualTo(GatewaySettings.Selection.LEAST_LATENCY);
    }

    @Test
    void dead_keys_are_accepted_and_warned_of() {
        GatewayFile file = GatewayFile.parse("g.yaml", """
            proxy_config:
              rpc_listen: ":9545"
              enable_pprof: true
              observability:
                static_resource: {a: b}
                log: {enable: true, endpoint: x}
            """);
        assertThat(file.faults()).isEmpty();
        String why = ": has no effect; the program that Ethryx replaces read it and did nothing with it";
        assertThat(file.warnings())
                .extracting(YamlFault::sentence)
                .containsExactly(
                        "g.yaml:2: proxy_config.rpc_listen" + why,
                        "g.yaml:3: proxy_config.enable_pprof" + why,
                        "g.yaml:5: proxy_config.observability.static_resource" + why,
                        "g.yaml:6: proxy_config.observability.log.enable" + why,
                        "g.yaml:6: proxy_config.observability.log.endpoint" + why);
    }

    @Test
    void every_fault_is_told_at_once_with_its_line_key_value_rule_and_remedy() {
        assertThat(faults(
                        "listen: 99999",
                        "proxy_config:",
                        "  node_select_stratgy: random",
                        "  connection_pool_size: many",
                        "  connection_pool_size: 3",
                        "batch: [split]",
                        "zzz: 1"))
                .containsExactly(
                        "g.yaml:1: listen: 99999: is no port from 0 to 65535; write a port, such as 8663, or host:port,"
                                + " such as 127.0.0.1:8663 or [::1]:8663",
                        "g.yaml:3: proxy_config.node_select_stratgy: is no known key; did you mean"
                                + " node_select_strategy?",
                        "g.yaml:4: proxy_config.connection_pool_size: many: is no whole number; write digits only,"
                                + " such as 100",
                        "g.yaml:5: proxy_config.connection_pool_size: stands here again (first in line 4); keep one of"
                                + " them",
                        "g.yaml:6: batch: is a list where a mapping is expected; write keys below it",
                        "g.yaml:7: zzz: is no known key; at the top there may be proxy_config, listen,"
                                + " metric_listen, discovery, etcd_endpoints, etcd, routing, batch, retry, limits,"
                                + " max_body_bytes, lifecycle, admin, cors, forwarded_headers, usage, log_level,"
                                + " log_filter, access_log");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "proxy_config: {node_select_strategy: best} | best: is not one of random, round_robin, least_latency",
                "proxy_config: {default_rpc_timeout: -1} | -1: is not between 0 and 2147483647",
                "proxy_config: {node_health_check_interval: 0} | 0: would probe without a pause",
                "proxy_config: {processor: {rate_limiter: {rpc_methods: {a: -1}}}} | -1: is not a finite number of 0"
                        + " or more",
                "proxy_config: {processor: {rate_limiter: {rpc_methods: {a: .nan}}}} | .nan: is no number",
                "proxy_config: {processor: {rate_limiter: {rpc_methods: {a: NaN}}}} | NaN: is not a finite number",
                "proxy_config: {processor: {request_mirror: {sample_ratio: 2}}} | 2: is more than 1",
                "proxy_config: {processor: {request_mirror: {enable: maybe}}} | maybe: is no boolean",
                "proxy_config: {observability: {trace: {enable: true}}} | true: needs otlp_endpoint",
                "proxy_config: {processor: {method_name_checker: {denied_regexp: '[[:x:]]'}}} | is no regular expression",
                "batch: {mode: some} | some: is not one of split, whole",
                "batch: {max_size: 0} | 0: is not between 1 and 2147483647",
                "retry: {hedge: {eth_call: 5}} | is a single value where a mapping is expected",
                "retry: {hedge: {eth_call: {}}} | says no time",
                "retry: {hedge: {eth_call: {after: soon}}} | soon: is no duration",
                "retry: {hedge: {eth_call: {after: 0s}}} | 0s: is no time to wait",
                "routing: {methods: {a_b: 3}} | 3: is no place of a block parameter",
                "routing: {methods: {a_b: {}}} | does not say one place or one range",
                "routing: {methods: {a_b: {range: [0, 1, 2]}}} | does not say one place or one range",
                "routing: {chains: {1: {upstream_path: rpc}}} | rpc: is neither client nor a path",
                "routing: {chains: {1: {probe: 'a b'}}} | a b: is no name of a method",
                "usage: {sink: file} | file: needs usage.file",
                "usage: {sink: kafka} | kafka: needs usage.kafka_brokers",
                "usage: {kafka_topic: '  '} | is empty",
                "usage: {report_interval: 5} | 5: is shorter than 100ms",
                "usage: {kafka_brokers: ['']} | is no host:port of a broker",
                "usage: {kafka_properties: {compression.type: rar}} | rar: is no value that Kafka takes for it",
                "usage: {kafka_properties: {linger.ms: 60000}} | linger.ms (60000) and request.timeout.ms (1500) together",
                "usage: {kafka_properties: {delivery.timeout.ms: 120000}} | is longer than a shipment may last",
                "usage: {kafka_properties: {bootstrap.servers: 'a:1'}} | set usage.kafka_brokers",
                "etcd_endpoints: ['ftp://a:1'] | ftp://a:1: is no URL of an etcd member",
                "etcd: {username: me} | me: stands without password_file",
                "etcd: {key_file: k} | k: stands without cert_file",
                "discovery: {type: etcd} | etcd: needs etcd_endpoints",
                "discovery: {file: f, static: {a: b}} | f: stands beside discovery.static",
                "admin: {open: true, token_file: t} | true: is set beside token_file",
                "cors: {allowed_origins: ['https://a.example/']} | https://a.example/: is no origin",
                "cors: {allowed_origins: ['https://*.example']} | https://*.example: is no origin",
                "cors: {allowed_origins: [A.example]} | A.example: is no origin",
                "proxy_config: {observability: {trace: {enable: true, otlp_endpoint: a:1}}} | a:1: ",
                "lifecycle: {shutdown_grace: 5x} | 5x: is no duration",
                "limits: {in_flight_bytes: 5 apples} | 5 apples: is no size",
                "forwarded_headers: maybe | maybe: is not one of off, append, replace",
                "listen: [] | is a list of nothing",
                "listen: abc | abc: has no port; write a port, such as 8663, or host:port, such as 127.0.0.1:8663",
                "metric_listen: -1 | -1: is no port from 0 to 65535; write a port, such as 8663",
                "max_body_bytes: 0 | 0: has room for nothing",
                "proxy_config: {default_rpc_timeout: 5s} | 5s: is no whole number; write milliseconds as digits only, such as 5000",
                "proxy_config: {rpc_method_timeout_config: {a: 5s}} | 5s: is no whole number; write milliseconds",
                "proxy_config: {processor: {observability_log: {slow_threshold: {default: 1s}}}} | 1s: is no whole number; write milliseconds",
                "proxy_config: {node_health_check_timeout: 5s} | 5s: is no whole number; write seconds as digits only, such as 5",
                "log_filter: ethryx=loud | ethryx=loud: has an element that is no level and no target=level: ethryx=loud",
                "log_filter: 'info, foo bar' | no target=level: foo bar",
                "log_filter: =info | no target=level: =info",
                "log_filter: a=b=c | no target=level: a=b=c",
                "routing: {chains: {1: {}, 0x1: {}}} | belongs to the same chain as the entry of 1",
                "routing: {chains: {1-v2: {}, 01-v2: {}}} | belongs to the same chain as the entry of 1-v2",
                "routing: {chains: {-v2: {}}} | belongs to no chain id",
                "listen: [] x | is no YAML",
                "- a | is no mapping",
                "listen: &a [*a] | is",
            })
    void what_cannot_work_is_refused(String yaml, String fault) {
        assertThat(faults(yaml)).first().asString().contains(fault);
    }

    @Test
    void a_rate_of_nought_limits_nothing_and_says_so() {
        GatewayFile file =
                GatewayFile.parse("g.yaml", "proxy_config: {processor: {rate_limiter: {rpc_methods: {eth_call: 0}}}}");
        assertThat(file.settings().orElseThrow().governance().limiter().perSecond())
                .isEmpty();
        assertThat(file.warnings()).extracting(YamlFault::rule).containsExactly("limits nothing");
    }

    @Test
    void a_value_that_stands_at_a_key_that_is_not_known_is_told_to_nobody() {
        assertThat(faults("etcd: {pasword: hunter2}", "usage: {}", "usage: hunter2"))
                .noneMatch(fault -> fault.contains("hunter2"))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"infoo, infoo", "'warn,debg', debg", "'ethryx=info,nonsense', nonsense"})
    void a_word_of_the_log_filter_that_is_no_level_is_a_target_and_warned_of(String list, String word) {
        GatewayFile file = GatewayFile.parse("g.yaml", "log_filter: '" + list + "'");
        assertThat(file.settings().orElseThrow().logging().filter()).contains(list);
        assertThat(file.warnings())
                .extracting(YamlFault::rule)
                .containsExactly("has " + word + ", which is no level and counts as a target at trace");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"info", "INFO", "access_log", "ethryx", "ethryx::calls", "info,,debug", "io.netty=debug", "off"})
    void a_good_log_filter_is_not_warned_of(String list) {
        GatewayFile file = GatewayFile.parse("g.yaml", "log_filter: '" + list + "'");
        assertThat(file.faults()).isEmpty();
        assertThat(file.warnings()).isEmpty();
    }

    @Test
    void hedging_a_method_that_submits_has_no_effect_and_says_so() {
        GatewayFile file = GatewayFile.parse("g.yaml", "retry: {hedge: {eth_sendRawTransaction: {after: p95}}}");
        assertThat(file.settings()).isPresent();
        assertThat(file.warnings())
                .extracting(YamlFault::rule)
                .containsExactly("belongs to a method whose call never goes to two nodes");
    }

    @Test
    void anchors_aliases_and_merges_are_followed_within_bounds() {
        GatewaySettings read = settings(
                "routing:",
                "  chains:",
                "    \"1\": &usual {state_window: 9, probe: eth_blockNumber}",
                "    \"2\": *usual",
                "    \"3\": {<<: *usual, state_window: 7}");
        assertThat(read.routing().chains().get("2"))
                .isEqualTo(read.routing().chains().get("1"));
        assertThat(read.routing().chains().get("3").stateWindow()).hasValue(7);
        assertThat(read.routing().chains().get("3").probe()).contains("eth_blockNumber");
    }

    @Test
    void a_file_that_cannot_be_read_is_one_fault(@TempDir Path folder) throws Exception {
        assertThat(GatewayFile.read(folder.resolve("none.yaml").toString()).faults())
                .extracting(YamlFault::sentence)
                .containsExactly(folder.resolve("none.yaml") + ": is not there; name a file that exists");
        Path latin =
                Files.write(folder.resolve("latin.yaml"), "log_level: \u00e9".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(GatewayFile.read(latin.toString()).faults())
                .extracting(YamlFault::rule)
                .containsExactly("is not UTF-8");
        assertThat(GatewayFile.read(folder.toString()).faults()).hasSize(1);
    }

    @Test
    void json_is_read_too() {
        assertThat(settings("{\"listen\": \"8700\", \"batch\": {\"max_size\": 5}}")
                        .batch()
                        .maxSize())
                .isEqualTo(5);
    }
}
