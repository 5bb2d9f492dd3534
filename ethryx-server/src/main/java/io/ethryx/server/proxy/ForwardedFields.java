package io.ethryx.server.proxy;

import io.ethryx.server.config.SidecarSettings.ForwardedHeaders;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.upstream.UpstreamRequest.FieldSink;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields that tell an upstream who the client is: X-Forwarded-For, -Proto, -Host and Forwarded (RFC 7239). */
final class ForwardedFields {

    private static final HttpString FORWARDED = new HttpString("Forwarded");
    private static final Set<HttpString> OURS =
            Set.of(Headers.X_FORWARDED_FOR, Headers.X_FORWARDED_PROTO, Headers.X_FORWARDED_HOST, FORWARDED);

    private final ForwardedHeaders mode;

    ForwardedFields(ForwardedHeaders mode) {
        this.mode = mode;
    }

    /** Whether a field of the client's is left to {@link #write}. */
    boolean owns(HttpString name) {
        return mode != ForwardedHeaders.OFF && OURS.contains(name);
    }

    void write(ClientExchange exchange, FieldSink sink) {
        if (mode == ForwardedHeaders.OFF) {
            return;
        }
        boolean append = mode == ForwardedHeaders.APPEND;
        InetAddress peer = exchange.peer().getAddress();
        String address = peer.getHostAddress();
        int zone = address.indexOf('%');
        if (zone >= 0) {
            address = address.substring(0, zone);
        }
        String host = exchange.requestFields().getFirst(Headers.HOST);
        sink.field(Headers.X_FORWARDED_FOR, list(append ? came(exchange, Headers.X_FORWARDED_FOR) : null, address));
        sink.field(
                Headers.X_FORWARDED_PROTO, orElse(append ? came(exchange, Headers.X_FORWARDED_PROTO) : null, "http"));
        String forwardedHost =
                orElse(append ? came(exchange, Headers.X_FORWARDED_HOST) : null, host == null ? "" : host);
        if (!forwardedHost.isEmpty()) {
            sink.field(Headers.X_FORWARDED_HOST, forwardedHost);
        }
        sink.field(FORWARDED, list(append ? came(exchange, FORWARDED) : null, element(peer, address, host)));
    }

    private static String element(InetAddress peer, String address, @Nullable String host) {
        String node = peer instanceof Inet6Address ? "\"[" + address + "]\"" : address;
        return "for=" + node + (host == null || host.isEmpty() ? "" : ";host=\"" + host + "\"") + ";proto=http";
    }

    private static @Nullable String came(ClientExchange exchange, HttpString name) {
        HeaderValues values = exchange.requestFields().get(name);
        return values == null ? null : String.join(", ", values);
    }

    private static String list(@Nullable String before, String own) {
        return before == null || before.isEmpty() ? own : before + ", " + own;
    }

    private static String orElse(@Nullable String came, String own) {
        return came == null ? own : came;
    }
}
