package io.ethryx.server.gateway.settings;

import static io.ethryx.server.gateway.settings.ConfigKey.dead;
import static io.ethryx.server.gateway.settings.ConfigKey.kept;
import static io.ethryx.server.gateway.settings.ConfigKey.own;

import io.ethryx.server.gateway.settings.ConfigKey.Form;
import java.util.List;
import java.util.stream.Stream;

/** All keys of the gateway's file, in the order of the page. */
final class ConfigKeys {

    private static final Form ADDRESSES = Form.of("port, or host:port, or a list of them", "host", "[70000]", "{a: b}");
    private static final Form MEMBERS = Form.of("list of URLs", "[host]", "[ftp://h:1]", "{a: b}");
    private static final Form ORIGINS = Form.of("list of origins, or `*`", "[app]", "{a: b}");
    private static final Form BROKERS = Form.of("list of host:port", "[host]", "{a: b}");
    private static final Form DENIED =
            Form.of("list of names, or of beginnings and `*`", "[\"*x\"]", "[\"\"]", "{a: b}");
    private static final Form PATTERN = Form.of("regular expression", "\"(\"", "[a]");

    private ConfigKeys() {}

    static List<ConfigKey> all() {
        return Stream.of(listening(), discovery(), routing(), nodes(), governance(), seeing(), admin(), usage(), dead())
                .flatMap(List::stream)
                .toList();
    }

    private static List<ConfigKey> listening() {
        return List.of(
                kept(
                        "listen",
                        ADDRESSES,
                        "\"8663\"",
                        "127.0.0.1:1",
                        "Where JSON-RPC is served; the flag `--listen` wins."),
                kept(
                        "metric_listen",
                        Form.ADDRESS,
                        "\"8664\"",
                        "127.0.0.1:1",
                        "Where `/metrics`, `/livez` and `/readyz` are served."),
                own(
                        "max_body_bytes",
                        Form.SIZE,
                        "4MiB",
                        "5MiB",
                        "A longer request is answered 413; measured unpacked."),
                own(
                        "forwarded_headers",
                        Form.choice("off", "append", "replace"),
                        "append",
                        "off",
                        "What nodes hear of the client in `X-Forwarded-*` and `Forwarded`."),
                own(
                        "cors.allowed_origins",
                        ORIGINS,
                        "[]",
                        "[\"https://app.example\"]",
                        "Pages that may call from a browser; none: no CORS."),
                own(
                        "limits.max_connections",
                        Form.whole(1),
                        "10000",
                        "5",
                        "Of clients; one more is answered 503 and closed."),
                own(
                        "limits.in_flight_bytes",
                        Form.of("size, or `auto`", "5XB", "[1]"),
                        "auto",
                        "1MiB",
                        "Of all bodies together; over it calls are answered 503. `auto` is a quarter of the heap."),
                own(
                        "lifecycle.shutdown_delay",
                        Form.DURATION,
                        "0s",
                        "5s",
                        "After SIGTERM: how long it serves on while `/readyz` is 503."),
                own(
                        "lifecycle.shutdown_grace",
                        Form.DURATION,
                        "30s",
                        "5s",
                        "How long calls in flight may take after that."));
    }

    private static List<ConfigKey> discovery() {
        String etcd = "[\"http://10.0.0.1:2379\"]";
        return List.of(
                own(
                                "discovery.type",
                                Form.choice("static", "etcd"),
                                "static",
                                "etcd",
                                "Where the topology comes from; `etcd` where `etcd_endpoints` names any.")
                        .beside("etcd_endpoints", etcd, "discovery.type", "static"),
                own(
                                "discovery.static",
                                Form.of("mapping of etcd keys to JSON or YAML", "x", "[x]"),
                                "{}",
                                "{1/lastBlockNumber: {latestBlockNumber: \"0x1\"}}",
                                "The topology, written as etcd would hold it.")
                        .live("admin API (calls with Local in their name)"),
                own(
                                "discovery.file",
                                Form.FILE,
                                "\"\"",
                                "nodes.yaml",
                                "A file with the topology, instead of `discovery.static`.")
                        .live("the file's content is watched"),
                own(
                        "discovery.snapshot_file",
                        Form.FILE,
                        "\"\"",
                        "last.json",
                        "The last known topology of etcd is kept there, for a start without etcd."),
                own(
                        "discovery.head_tracking",
                        Form.SWITCH,
                        "true",
                        "false",
                        "Ask nodes for the head where the topology has none; with `discovery.type: etcd` the default is `false`."),
                kept("etcd_endpoints", MEMBERS, "[]", etcd, "The members of etcd.")
                        .live("what etcd holds is followed"),
                kept("proxy_config.etcd_prefix", Form.TEXT, "\"\"", "/eth/", "What each key in etcd begins with.")
                        .beside("etcd_endpoints", etcd),
                own("etcd.username", Form.TEXT, "", "me", "Who logs in to etcd; goes with `etcd.password_file`.")
                        .beside("etcd_endpoints", etcd, "etcd.username", "you", "etcd.password_file", "secret"),
                own("etcd.password_file", Form.FILE, "", "secret", "Holds the password.")
                        .beside("etcd_endpoints", etcd, "etcd.username", "you", "etcd.password_file", "old"),
                own("etcd.ca_file", Form.FILE, "\"\"", "ca.pem", "PEM certificates to trust besides the system's.")
                        .beside("etcd_endpoints", etcd),
                own("etcd.cert_file", Form.FILE, "", "cert.pem", "PEM certificate to show; goes with `etcd.key_file`.")
                        .beside("etcd_endpoints", etcd, "etcd.cert_file", "old.pem", "etcd.key_file", "key.pem"),
                own("etcd.key_file", Form.FILE, "", "key.pem", "Its key, PEM.")
                        .beside("etcd_endpoints", etcd, "etcd.cert_file", "cert.pem", "etcd.key_file", "old.pem"));
    }

    private static List<ConfigKey> routing() {
        return List.of(
                own(
                        "routing.state_window",
                        Form.whole(0),
                        "64",
                        "5",
                        "A block further behind the head is for Archive nodes."),
                own("routing.chains.CHAIN.state_window", Form.whole(0), "", "128", "The same for one chain."),
                own(
                        "routing.chains.CHAIN.probe",
                        Form.of("name of a method", "\"eth call\"", "[a]"),
                        "",
                        "eth_blockNumber",
                        "The call that shows that a node of the chain is well, instead of `getLatestBlock`, `eth_syncing` or `eth_blockNumber`."),
                own(
                        "routing.chains.CHAIN.upstream_path",
                        Form.of("path, or `client`", "rpc", "/a?b", "[a]"),
                        "",
                        "/rpc",
                        "Where its nodes take calls; `client`: at the client's own path."),
                own(
                        "routing.methods.METHOD.index",
                        Form.of("whole number, 0 to 31", "32", "-1", "x"),
                        "",
                        "1",
                        "The parameter that names the block of a method that Ethryx does not know."),
                own(
                        "routing.methods.METHOD.range",
                        Form.of("list of one or two whole numbers, 0 to 31", "[32]", "[0, 1, 2]", "[]"),
                        "",
                        "[0]",
                        "The parameter with `fromBlock` and `toBlock`, or those of from and to; `METHOD: none` names no block."),
                own(
                        "batch.mode",
                        Form.choice("split", "whole"),
                        "split",
                        "whole",
                        "Each pool gets its part, or the oldest element decides for all."),
                own("batch.max_size", Form.whole(1), "1000", "5", "A longer batch is refused."),
                own(
                        "retry.max_attempts",
                        Form.whole(1),
                        "3",
                        "5",
                        "Nodes that one call may be tried on, the first included."),
                own(
                        "retry.hedge.METHOD.after",
                        Form.of("duration above zero, or `p95`", "0s", "x", "[p95]"),
                        "",
                        "p95",
                        "A second node is asked if the first has not answered by then; for reads only."),
                kept(
                        "proxy_config.node_select_strategy",
                        Form.choice("random", "round_robin", "least_latency"),
                        "random",
                        "round_robin",
                        "By weight at random, by weight in turn, or the quicker of two."));
    }

    private static List<ConfigKey> nodes() {
        String proxy = "proxy_config.";
        return List.of(
                kept(
                        proxy + "default_rpc_timeout",
                        Form.MILLIS,
                        "5000",
                        "6000",
                        "Of a call: from its first byte to the first of its answer, all attempts included."),
                kept(
                        proxy + "rpc_method_timeout_config.METHOD",
                        Form.MILLIS_OF_METHOD,
                        "",
                        "60000",
                        "The same for one method."),
                kept(
                        proxy + "connection_pool_size",
                        Form.of("whole number; 0: the default", "-1", "1.5", "x"),
                        "512",
                        "5",
                        "Connections to one node, at most."),
                kept(proxy + "conn_dial_timeout", Form.MILLIS, "3000", "4000", "To connect to a node."),
                kept(
                        proxy + "conn_max_wait_timeout",
                        Form.MILLIS,
                        "1000",
                        "2000",
                        "How long a call waits for a free connection."),
                kept(
                        proxy + "conn_max_idle_duration",
                        Form.MILLIS,
                        "90000",
                        "5000",
                        "How long an unused connection is kept; less than the nodes keep theirs."),
                kept(proxy + "node_health_check_timeout", Form.SECONDS, "5", "6", "Of one probe."),
                kept(
                        proxy + "node_health_check_max_wait",
                        Form.SECONDS,
                        "300",
                        "60",
                        "How long a new node is probed at full pace before that gets rarer."),
                own(
                        proxy + "node_health_check_interval",
                        Form.of("duration above zero", "0", "x", "[1s]"),
                        "5",
                        "10s",
                        "Between probes of a node."));
    }

    private static List<ConfigKey> governance() {
        String step = "proxy_config.processor.";
        String checker = step + "method_name_checker.";
        String slow = step + "observability_log.";
        String limit = step + "rate_limiter.";
        String blocks = step + "block_range_query_limit.";
        String mirror = step + "request_mirror.";
        return List.of(
                kept(
                        step + "method_denied",
                        DENIED,
                        "[eth_newPendingTransactionFilter, \"txpool_*\"]",
                        "[eth_call]",
                        "Methods that are refused; `[]` refuses none."),
                kept(checker + "enable", Form.SWITCH, "false", "true", "Whether names of methods are checked."),
                kept(
                                checker + "regexp",
                                PATTERN,
                                "\"^[a-zA-Z_][a-zA-Z0-9_]*$\"",
                                "\"^eth_\"",
                                "Has to be found in a method's name.")
                        .beside(checker + "enable", "true"),
                kept(checker + "denied_regexp", PATTERN, "\"\"", "\"^admin_\"", "Must not be found in it.")
                        .beside(checker + "enable", "true"),
                kept(
                                limit + "rpc_methods.METHOD",
                                Form.RATE,
                                "",
                                "200",
                                "Calls a second; 0 limits nothing and is warned of.")
                        .live("admin API, `/rateLimits`"),
                own(
                                limit + "burst.METHOD",
                                Form.RATE,
                                "",
                                "400",
                                "Calls at once; one second's worth where it is left out.")
                        .live("admin API, `/rateLimits`"),
                own(
                        limit + "per",
                        Form.choice("process", "chain", "client"),
                        "process",
                        "client",
                        "Who shares a limit; a client is what `client-id` names."),
                kept(blocks + "enable", Form.SWITCH, "false", "true", "Turns the four keys below on."),
                kept(
                        blocks + "hash_block_enable",
                        Form.SWITCH,
                        "false",
                        "true",
                        "Whether blocks may be named by hash."),
                kept(
                        blocks + "recent_blocks",
                        Form.whole(0),
                        "0",
                        "100000",
                        "Heights further behind the head are refused; 0 allows all."),
                kept(
                        blocks + "rewrite_to_latest",
                        Form.SWITCH,
                        "false",
                        "true",
                        "They are asked as `latest` instead, where one block is meant."),
                own(
                        blocks + "max_range",
                        Form.whole(0),
                        "0",
                        "10000",
                        "Blocks between `fromBlock` and `toBlock`; 0 allows any."),
                kept(
                        mirror + "enable",
                        Form.SWITCH,
                        "false",
                        "true",
                        "Copy calls to the mirror targets of the topology."),
                own(mirror + "sample_ratio", Form.SHARE, "1.0", "0.5", "Share of calls that are copied."),
                own(mirror + "mirror_writes", Form.SWITCH, "false", "true", "Also copy what submits."),
                own(
                        mirror + "forward_credentials",
                        Form.SWITCH,
                        "false",
                        "true",
                        "Also copy `Authorization`, `Cookie` and `client-id`."),
                own(mirror + "queue", Form.whole(1), "1024", "5", "Copies that wait; one more is dropped and counted."),
                own(mirror + "concurrency", Form.whole(1), "64", "5", "Copies on their way at the same time."),
                kept(slow + "enable", Form.SWITCH, "false", "true", "Log slow calls."),
                kept(slow + "enable_error_log", Form.SWITCH, "false", "true", "And calls that end in an error."),
                kept(slow + "slow_threshold.default", Form.MILLIS, "500", "600", "From when on a call is slow."),
                kept(
                        slow + "slow_threshold.rpc_methods.METHOD",
                        Form.MILLIS_OF_METHOD,
                        "",
                        "3000",
                        "The same for one method."));
    }

    private static List<ConfigKey> seeing() {
        String log = "proxy_config.observability.log.sampling.";
        String trace = "proxy_config.observability.trace.";
        return List.of(
                kept(
                        "log_level",
                        Form.of("`debug`, `info`, `warn`, `error`; others count as `info`, with a warning", "[info]"),
                        "info",
                        "warn",
                        "How much is logged."),
                own("log_filter", Form.TEXT, "\"\"", "info", "target=level list that replaces it; `ETHRYX_LOG` wins."),
                own("access_log", Form.SWITCH, "false", "true", "A line for each request."),
                kept(log + "enable", Form.SWITCH, "true", "false", "Leave lines of one kind out when there are many."),
                kept(log + "initial", Form.whole(0), "100", "5", "The first ones in a second are written."),
                kept(log + "thereafter", Form.whole(0), "100", "5", "After these each so many-th."),
                kept(trace + "enable", Form.SWITCH, "false", "true", "Whether traces are sent.")
                        .beside(trace + "otlp_endpoint", "http://127.0.0.1:4318"),
                kept(
                                trace + "otlp_endpoint",
                                Form.of("URL", "\"a b\"", "ftp://h", "[a]"),
                                "",
                                "http://10.0.0.9:4318",
                                "A collector of OTLP over HTTP.")
                        .beside(trace + "enable", "true", trace + "otlp_endpoint", "http://127.0.0.1:4318"),
                kept(
                        trace + "sampling_ratio",
                        Form.SHARE,
                        "0.1",
                        "0.5",
                        "Share of traces that are kept where the client has not decided."));
    }

    private static List<ConfigKey> admin() {
        return List.of(
                own(
                        "admin.listen",
                        Form.ADDRESS,
                        "\"\"",
                        "127.0.0.1:1",
                        "An address of its own for the admin API; else it is served at `listen`."),
                own(
                                "admin.token_file",
                                Form.FILE,
                                "\"\"",
                                "token",
                                "Holds the bearer token; without one only callers on this machine are admitted.")
                        .live("the file's content is read again when it changes"),
                own("admin.open", Form.SWITCH, "false", "true", "Admits everyone."),
                own("admin.audit_log", Form.FILE, "\"\"", "audit.jsonl", "Who changed what; else it goes to the log."));
    }

    private static List<ConfigKey> usage() {
        String brokers = "[\"10.0.0.1:9092\"]";
        return List.of(
                own(
                                "usage.sink",
                                Form.choice("kafka", "file", "none"),
                                "none",
                                "file",
                                "Where records go; the default is `kafka` where `usage.kafka_brokers` names any.")
                        .beside("usage.file", "usage.jsonl"),
                kept(
                        "usage.report_interval",
                        Form.of("duration of 100ms or more; a bare number is nanoseconds", "99ms", "5", "x", "[5s]"),
                        "5s",
                        "1m30s",
                        "Records are sent this often, or every 10,000 clients."),
                own("usage.file", Form.FILE, "", "usage.jsonl", "For `usage.sink: file`.")
                        .beside("usage.sink", "file", "usage.file", "old.jsonl"),
                own(
                                "usage.file_max_size",
                                Form.SIZE,
                                "100MiB",
                                "1MiB",
                                "A file that would get longer is renamed and a new one begun.")
                        .beside("usage.sink", "file", "usage.file", "usage.jsonl"),
                kept("usage.kafka_brokers", BROKERS, "[]", brokers, "For `usage.sink: kafka`."),
                kept(
                                "usage.kafka_topic",
                                Form.of("text", "\" \"", "[a]"),
                                "leafage-usage",
                                "mine",
                                "Where the records go.")
                        .beside("usage.kafka_brokers", brokers),
                own(
                                "usage.kafka_properties",
                                Form.of("mapping", "x", "[x]", "{acks: maybe}"),
                                "{}",
                                "{acks: all}",
                                "Properties of a Kafka producer.")
                        .beside("usage.kafka_brokers", brokers),
                own(
                                "usage.partitioner",
                                Form.choice("fnv1a", "murmur2"),
                                "fnv1a",
                                "murmur2",
                                "As consumers of the replaced program know it, or Kafka's own.")
                        .beside("usage.kafka_brokers", brokers),
                own(
                                "usage.spool_dir",
                                Form.of("path of a directory", "[a]", "{a: b}"),
                                "\"\"",
                                "spool",
                                "Where records wait while Kafka is away; else they are dropped and counted.")
                        .beside("usage.kafka_brokers", brokers),
                own("usage.spool_max_size", Form.SIZE, "1GiB", "1MiB", "How much waits there, at most.")
                        .beside("usage.kafka_brokers", brokers, "usage.spool_dir", "spool"));
    }

    private static List<ConfigKey> dead() {
        return Stream.of(
                        "service_name",
                        "rpc_listen",
                        "internal_api_listen",
                        "enable_pprof",
                        "native_node_url",
                        "official_node_url",
                        "reverse_proxy",
                        "block_reader_cache_ttl",
                        "chain_id",
                        "observability.metric",
                        "observability.static_resource",
                        "observability.log.enable",
                        "observability.log.endpoint")
                .map(name -> ConfigKey.dead("proxy_config." + name))
                .toList();
    }
}
