package io.ethryx.server.access;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.Peer;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
    private static final String BASIC = "basic ";

    /**
     * Reads the claim of a request.
     *
     * @param exchange the request, on its IO thread
     * @return what it says
     */
    public static OperatorClaim of(ClientExchange exchange) {
        return of(exchange, token(exchange.requestFields()));
    }

    /**
     * Reads the claim of a request for a page, which only shows things: a browser brings the token as the password of Basic
     * authorization. Nothing that changes something may be claimed this way, since a browser sends it along unasked.
     *
     * @param exchange the request, on its IO thread
     * @return what it says
     */
    public static OperatorClaim ofPage(ClientExchange exchange) {
        String bearer = token(exchange.requestFields());
        return of(exchange, bearer == null ? password(exchange.requestFields()) : bearer);
    }

    private static OperatorClaim of(ClientExchange exchange, @Nullable String token) {
        InetAddress address = exchange.peer().getAddress();
        FieldBlock fields = exchange.requestFields();
        boolean local = address != null
                && address.isLoopbackAddress()
                && LoopbackHost.matches(fields.value(KnownField.HOST))
                && isDirect(fields);
        String peer = address == null ? exchange.peer().getHostString() : Peer.textOf(address);
        return new OperatorClaim(peer, local, token);
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

    private static @Nullable String password(FieldBlock fields) {
        String value = fields.count(KnownField.AUTHORIZATION) == 1 ? fields.value(KnownField.AUTHORIZATION) : null;
        if (value == null || !value.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return null;
        }
        try {
            byte[] pair =
                    Base64.getDecoder().decode(value.substring(BASIC.length()).strip());
            String text = new String(pair, StandardCharsets.UTF_8);
            int colon = text.indexOf(':');
            return colon < 0 ? null : text.substring(colon + 1);
        } catch (IllegalArgumentException noBase64) {
            return null;
        }
    }

    /** Keeps the token out of logs. */
    @Override
    public String toString() {
        return "OperatorClaim[peer=" + peer + ", local=" + local + ", token=" + (token == null ? "none" : "…") + ']';
    }
}
