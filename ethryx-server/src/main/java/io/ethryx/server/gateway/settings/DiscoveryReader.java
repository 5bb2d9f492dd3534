package io.ethryx.server.gateway.settings;

import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.yaml.Section;
import io.ethryx.server.yaml.Value;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/** Reads where the topology comes from (decisions G11 and G12). */
final class DiscoveryReader {

    private enum Type {
        STATIC,
        ETCD
    }

    private final Section top;
    private final Section proxy;

    DiscoveryReader(Section top, Section proxy) {
        this.top = top;
        this.proxy = proxy;
    }

    DiscoverySettings read() {
        Section section = top.section("discovery");
        Keys keys = new Keys(section);
        List<String> endpoints = endpoints();
        String prefix = new Keys(proxy).text("etcd_prefix").orElse("");
        DiscoverySettings.EtcdLogin login = login(top.section("etcd"));
        Type type = keys.read("type", Texts.choice(Type.class), endpoints.isEmpty() ? Type.STATIC : Type.ETCD);
        DiscoverySettings.Source source = type == Type.ETCD
                ? etcd(section, new DiscoverySettings.Etcd(endpoints, prefix, login))
                : written(section, endpoints);
        DiscoverySettings settings = new DiscoverySettings(
                source, keys.text("snapshot_file"), keys.on("head_tracking", type == Type.STATIC));
        section.finish();
        return settings;
    }

    private List<String> endpoints() {
        return top.value("etcd_endpoints").map(DiscoveryReader::endpoints).orElse(List.of());
    }

    private static List<String> endpoints(Value value) {
        List<String> endpoints = value.list(true).stream()
                .flatMap(element -> element.parsed(DiscoveryReader::endpoint).stream())
                .toList();
        long secure = endpoints.stream().filter(url -> url.startsWith("https:")).count();
        if (secure > 0 && secure < endpoints.size()) {
            value.refuse("mixes http and https", "write all endpoints with one scheme");
        }
        return endpoints;
    }

    /** An endpoint as etcd's own clients take it: the scheme may be left out. */
    private static String endpoint(String text) throws InvalidSetting {
        String url = text.contains("://") ? text : "http://" + text;
        try {
            URI uri = new URI(url);
            boolean scheme = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (scheme && uri.getHost() != null && uri.getUserInfo() == null && uri.getPort() > 0) {
                return uri.getScheme() + "://" + uri.getHost() + ":" + uri.getPort();
            }
        } catch (URISyntaxException e) {
            throw new InvalidSetting("is no URL: " + e.getReason(), "write http://127.0.0.1:2379");
        }
        throw new InvalidSetting("is no URL of an etcd member", "write scheme, host and port: http://127.0.0.1:2379");
    }

    private static DiscoverySettings.EtcdLogin login(Section section) {
        Keys keys = new Keys(section);
        DiscoverySettings.EtcdLogin login = new DiscoverySettings.EtcdLogin(
                keys.text("username"),
                keys.text("password_file"),
                keys.text("ca_file"),
                keys.text("cert_file"),
                keys.text("key_file"));
        pair(section, "username", login.username(), "password_file", login.passwordFile());
        pair(section, "cert_file", login.certFile(), "key_file", login.keyFile());
        section.finish();
        return login;
    }

    private static void pair(Section section, String a, Optional<String> first, String b, Optional<String> second) {
        if (first.isPresent() != second.isPresent()) {
            String there = first.isPresent() ? a : b;
            String missing = first.isPresent() ? b : a;
            section.value(there).ifPresent(value -> value.refuse("stands without " + missing, "give both or none"));
        }
    }

    private static DiscoverySettings.Source etcd(Section section, DiscoverySettings.Etcd etcd) {
        if (etcd.endpoints().isEmpty()) {
            section.value("type")
                    .ifPresent(value -> value.refuse(
                            "needs etcd_endpoints",
                            "name its members, such as etcd_endpoints: [http://127.0.0.1:2379]"));
        }
        unused(section, "static", "discovery.type is etcd");
        unused(section, "file", "discovery.type is etcd");
        return etcd;
    }

    private DiscoverySettings.Source written(Section section, List<String> endpoints) {
        if (!endpoints.isEmpty()) {
            unused(top, "etcd_endpoints", "discovery.type is static");
        }
        Optional<String> file = new Keys(section).text("file");
        Section inline = section.section("static");
        if (file.isPresent()) {
            if (section.has("static") && !inline.entries().isEmpty()) {
                section.value("file")
                        .ifPresent(value -> value.refuse("stands beside discovery.static", "leave one of the two out"));
            }
            return new DiscoverySettings.Watched(file.get());
        }
        return new DiscoverySettings.Inline(inline.entries().entrySet().stream()
                .map(entry -> new DiscoverySettings.Entry(
                        entry.getKey(),
                        entry.getValue().json(),
                        entry.getValue().line()))
                .toList());
    }

    private static void unused(Section section, String key, String why) {
        section.value(key).ifPresent(value -> value.warn("has no effect", why));
    }
}
