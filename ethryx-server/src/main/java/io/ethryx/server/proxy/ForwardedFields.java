package io.ethryx.server.proxy;

import io.ethryx.server.config.SidecarSettings.ForwardedHeaders;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.fields.LineComposer;
import io.ethryx.server.listener.ClientExchange;
import java.net.Inet6Address;

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

        said(fields, KnownField.X_FORWARDED_FOR, believed, line, ", ");
        line.text(address).end();
        if (!said(fields, KnownField.X_FORWARDED_PROTO, believed, line, "")) {
            line.text("http");
        }
        line.end();
        if (said(fields, KnownField.X_FORWARDED_HOST, believed, line, "")) {
            line.end();
        } else if (hostSaid) {
            line.valueOf(host).end();
        }
        said(fields, KnownField.FORWARDED, believed, line, ", ");
        boolean six = exchange.peer().getAddress() instanceof Inet6Address;
        line.text(six ? "for=\"[" : "for=").text(address).text(six ? "]\"" : "");
        if (hostSaid) {
            line.text(";host=\"").valueOf(host).text("\"");
        }
        line.text(";proto=http").end();
        forget(fields, came);
    }

    /** Begins a line with what earlier hops said in that field, its lines as one list; false if that was nothing. */
    private static boolean said(FieldBlock fields, KnownField field, int believed, LineComposer into, String then) {
        into.begin(field);
        boolean said = false;
        String between = "";
        for (int line = fields.find(field); line >= 0 && line < believed; line = fields.find(field, line + 1)) {
            said |= !between.isEmpty() || hasValue(fields, line);
            into.text(between).valueOf(line);
            between = ", ";
        }
        if (said) {
            into.text(then);
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
}
