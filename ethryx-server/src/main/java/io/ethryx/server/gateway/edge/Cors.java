package io.ethryx.server.gateway.edge;

import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.WholeAnswer;
import io.undertow.util.Methods;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which pages may call from a browser (decision G28). Answers preflights, and says in each answer whether the asking page may
 * read it; what a node says of that is dropped, since it knows another address of itself. Immutable.
 *
 * @see <a href="https://fetch.spec.whatwg.org/#http-cors-protocol">Fetch, CORS protocol</a>
 */
final class Cors {

    private static final String ANY = "*";
    private static final String PREFIX = "access-control-";
    private static final String ASKED_METHOD = "access-control-request-method";
    private static final String ASKED_FIELDS = "access-control-request-headers";
    private static final String MAX_AGE_SECONDS = "7200";

    private final boolean any;
    private final Set<String> origins;

    Cors(List<String> allowed) {
        any = allowed.contains(ANY);
        origins = Set.copyOf(allowed);
    }

    /** Whether a request only asks what may be sent; it is answered then. */
    boolean answersPreflight(ClientExchange exchange) {
        FieldBlock asked = exchange.requestFields();
        if (!ExactMethod.is(exchange.method(), Methods.OPTIONS)
                || !asked.has(KnownField.ORIGIN)
                || asked.find(ASKED_METHOD, 0) < 0) {
            return false;
        }
        if (allowed(asked) == null) {
            FieldBlock fields = new FieldBlock();
            fields.add(KnownField.CONTENT_TYPE, "text/plain; charset=utf-8");
            byte[] sentence = "This origin is not among cors.allowed_origins.\n".getBytes(StandardCharsets.UTF_8);
            WholeAnswer.send(exchange, 403, fields, ByteBuffer.wrap(sentence));
        } else {
            WholeAnswer.send(exchange, 204, permission(asked), ByteBuffer.allocate(0));
        }
        return true;
    }

    private static FieldBlock permission(FieldBlock asked) {
        FieldBlock fields = new FieldBlock();
        fields.add("Access-Control-Allow-Methods", "POST");
        int line = asked.find(ASKED_FIELDS, 0);
        if (line >= 0 && !asked.value(line).isBlank()) {
            fields.add("Access-Control-Allow-Headers", asked.value(line));
        }
        fields.add("Access-Control-Max-Age", MAX_AGE_SECONDS);
        fields.add(KnownField.VARY, "Access-Control-Request-Headers");
        return fields;
    }

    /** A watch that adds what the page of a request is allowed to the head of the answer. */
    RequestWatch watch(ClientExchange exchange) {
        String allowed = allowed(exchange.requestFields());
        boolean preflight = ExactMethod.is(exchange.method(), Methods.OPTIONS);
        return new RequestWatch() {
            @Override
            public void answers(int status, FieldBlock fields) {
                addTo(fields, allowed, preflight);
            }
        };
    }

    private void addTo(FieldBlock fields, @Nullable String allowed, boolean preflight) {
        if (!preflight) {
            dropNodes(fields);
        }
        if (allowed != null) {
            fields.add("Access-Control-Allow-Origin", allowed);
            if (!preflight) {
                fields.add("Access-Control-Expose-Headers", "Retry-After");
            }
        }
        if (!any) {
            fields.add(KnownField.VARY, KnownField.ORIGIN.spelled());
        }
    }

    private static void dropNodes(FieldBlock fields) {
        for (int line = 0; line < fields.size(); line++) {
            if (!fields.isDropped(line)
                    && fields.known(line) == null
                    && fields.name(line).toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
                fields.drop(line);
            }
        }
    }

    /** Whether the page of a request may call. */
    boolean admits(FieldBlock asked) {
        return allowed(asked) != null;
    }

    /** What to allow to the page of a request, null for nothing. */
    private @Nullable String allowed(FieldBlock asked) {
        String origin = asked.count(KnownField.ORIGIN) == 1 ? asked.value(KnownField.ORIGIN) : null;
        if (origin == null) {
            return null;
        }
        return any ? ANY : origins.contains(origin) ? origin : null;
    }
}
