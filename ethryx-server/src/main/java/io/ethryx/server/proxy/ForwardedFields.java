package io.ethryx.server.proxy;

import io.ethryx.server.config.SidecarSettings.ForwardedHeaders;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import java.net.Inet6Address;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** The fields that tell an upstream who the client is: X-Forwarded-For, -Proto, -Host and Forwarded (RFC 7239). */
public final class ForwardedFields {

    private static final FieldSet OURS = FieldSet.of(
            KnownField.X_FORWARDED_FOR,
            KnownField.X_FORWARDED_PROTO,
            KnownField.X_FORWARDED_HOST,
            KnownField.FORWARDED);

    private final ForwardedHeaders mode;

    /**
     * Such fields.
     *
     * @param mode what to do about those that came
     */
    public ForwardedFields(ForwardedHeaders mode) {
        this.mode = mode;
    }

    /**
     * Puts them in the place of the client's own, whose Host is still there.
     *
     * @param exchange the client's request, whose fields are changed
     */
    public void apply(ClientExchange exchange) {
        if (mode == ForwardedHeaders.OFF) {
            return;
        }
        FieldBlock fields = exchange.requestFields();
        InetAddress peer = exchange.peer().getAddress();
        String address = exchange.peerText();
        String host = fields.value(KnownField.HOST);
        String from = list(came(fields, KnownField.X_FORWARDED_FOR), address);
        String proto = orElse(came(fields, KnownField.X_FORWARDED_PROTO), "http");
        String forwardedHost = orElse(came(fields, KnownField.X_FORWARDED_HOST), host == null ? "" : host);
        String forwarded = list(came(fields, KnownField.FORWARDED), element(peer, address, host));
        fields.drop(OURS);
        fields.add(KnownField.X_FORWARDED_FOR, from);
        fields.add(KnownField.X_FORWARDED_PROTO, proto);
        if (!forwardedHost.isEmpty()) {
            fields.add(KnownField.X_FORWARDED_HOST, forwardedHost);
        }
        fields.add(KnownField.FORWARDED, forwarded);
    }

    private static String element(InetAddress peer, String address, @Nullable String host) {
        String node = peer instanceof Inet6Address ? "\"[" + address + "]\"" : address;
        return "for=" + node + (host == null || host.isEmpty() ? "" : ";host=\"" + host + "\"") + ";proto=http";
    }

    /** What earlier hops said, its lines as one list; null for nothing. */
    private @Nullable String came(FieldBlock fields, KnownField field) {
        int line = mode == ForwardedHeaders.APPEND ? fields.find(field) : -1;
        if (line < 0) {
            return null;
        }
        StringBuilder all = new StringBuilder(fields.value(line));
        for (int next = fields.find(field, line + 1); next >= 0; next = fields.find(field, next + 1)) {
            all.append(", ").append(fields.value(next));
        }
        return all.toString();
    }

    private static String list(@Nullable String before, String own) {
        return before == null || before.isEmpty() ? own : before + ", " + own;
    }

    private static String orElse(@Nullable String came, String own) {
        return came == null ? own : came;
    }
}
