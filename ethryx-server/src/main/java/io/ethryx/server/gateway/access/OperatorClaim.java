package io.ethryx.server.gateway.access;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import java.net.InetAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a request says for itself when it wants to be an operator's. Immutable, to be judged on any thread.
 *
 * @param peer the address of the TCP peer, without its port
 * @param local whether it comes from this machine: a loopback peer that calls a loopback host, with no word of a proxy or of
 *     a page between
 * @param token the bearer token that it brings, null for none or for more than one
 */
public record OperatorClaim(
        String peer, boolean local, @Nullable String token) {

    private static final String BEARER = "bearer ";

    /**
     * Reads the claim of a request.
     *
     * @param exchange the request, on its IO thread
     * @return what it says
     */
    public static OperatorClaim of(ClientExchange exchange) {
        InetAddress address = exchange.peer().getAddress();
        FieldBlock fields = exchange.requestFields();
        boolean local = address != null
                && address.isLoopbackAddress()
                && LoopbackHost.matches(fields.value(KnownField.HOST))
                && isDirect(fields);
        String peer = address == null ? exchange.peer().getHostString() : address.getHostAddress();
        return new OperatorClaim(peer, local, token(fields));
    }

    /** Whether no field tells of a proxy, or of a page that a browser shows. */
    private static boolean isDirect(FieldBlock fields) {
        for (int line = 0; line < fields.size(); line++) {
            if (!fields.isDropped(line) && tellsOfAnother(fields.name(line).toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }

    private static boolean tellsOfAnother(String name) {
        return switch (name) {
            case "forwarded", "via", "origin" -> true;
            default -> name.startsWith("x-forwarded-");
        };
    }

    private static @Nullable String token(FieldBlock fields) {
        String value = fields.count(KnownField.AUTHORIZATION) == 1 ? fields.value(KnownField.AUTHORIZATION) : null;
        return value != null && value.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? value.substring(BEARER.length()).strip()
                : null;
    }

    /** Keeps the token out of logs. */
    @Override
    public String toString() {
        return "OperatorClaim[peer=" + peer + ", local=" + local + ", token=" + (token == null ? "none" : "…") + ']';
    }
}
