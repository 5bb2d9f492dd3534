package io.ethryx.server.proxy;

import io.ethryx.server.config.SidecarSettings.ForwardedHeaders;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.fields.LineComposer;
import io.ethryx.server.listener.ClientExchange;
import java.net.Inet6Address;
import java.nio.charset.StandardCharsets;

/**
 * The fields that tell an upstream who the client is: X-Forwarded-For, -Proto, -Host and Forwarded (RFC 7239). Put together
 * octet by octet, as each request gets them.
 */
public final class ForwardedFields {

    private static final FieldSet OURS = FieldSet.of(
            KnownField.X_FORWARDED_FOR,
            KnownField.X_FORWARDED_PROTO,
            KnownField.X_FORWARDED_HOST,
            KnownField.FORWARDED);

    private static final byte[] THEN = octets(", ");
    private static final byte[] NOTHING = {};
    private static final byte[] SCHEME = octets("http");
    private static final byte[] FOR = octets("for=");
    private static final byte[] FOR_IPV6 = octets("for=\"[");
    private static final byte[] IPV6_ENDS = octets("]\"");
    private static final byte[] HOST = octets(";host=\"");
    private static final byte[] HOST_ENDS = octets("\"");
    private static final byte[] PROTO = octets(";proto=http");

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
        int came = fields.hasAny(OURS) ? fields.size() : 0;
        int believed = mode == ForwardedHeaders.APPEND ? came : 0;
        LineComposer line = new LineComposer(fields);
        String address = exchange.peerText();
        int host = fields.find(KnownField.HOST);
        boolean hostSaid = host >= 0 && hasValue(fields, host);

        said(fields, KnownField.X_FORWARDED_FOR, believed, line, THEN);
        line.text(address).end();
        if (!said(fields, KnownField.X_FORWARDED_PROTO, believed, line, NOTHING)) {
            line.octets(SCHEME);
        }
        line.end();
        if (said(fields, KnownField.X_FORWARDED_HOST, believed, line, NOTHING)) {
            line.end();
        } else if (hostSaid) {
            line.valueOf(host).end();
        }
        said(fields, KnownField.FORWARDED, believed, line, THEN);
        boolean six = exchange.peer().getAddress() instanceof Inet6Address;
        line.octets(six ? FOR_IPV6 : FOR).text(address).octets(six ? IPV6_ENDS : NOTHING);
        if (hostSaid) {
            line.octets(HOST).valueOf(host).octets(HOST_ENDS);
        }
        line.octets(PROTO).end();
        forget(fields, came);
    }

    /** Begins a line with what earlier hops said in that field, its lines as one list; false if that was nothing. */
    private static boolean said(FieldBlock fields, KnownField field, int believed, LineComposer into, byte[] then) {
        into.begin(field);
        boolean said = false;
        byte[] between = NOTHING;
        for (int line = fields.find(field); line >= 0 && line < believed; line = fields.find(field, line + 1)) {
            said |= between.length > 0 || hasValue(fields, line);
            into.octets(between).valueOf(line);
            between = THEN;
        }
        if (said) {
            into.octets(then);
        }
        return said;
    }

    private static boolean hasValue(FieldBlock fields, int line) {
        return fields.valueStart(line) < fields.valueEnd(line);
    }

    /** Drops the lines that came: what they said has been taken over, or is not believed. */
    private static void forget(FieldBlock fields, int came) {
        for (int line = 0; line < came; line++) {
            if (OURS.contains(fields.known(line))) {
                fields.drop(line);
            }
        }
    }

    private static byte[] octets(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }
}
