package io.ethryx.server.sidecar;

import io.ethryx.server.access.OperatorClaim;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.page.Asset;
import io.ethryx.server.page.SidecarPage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;

/** The live page on the listener of the metrics, for callers on this machine. Written aside, not on an IO thread. */
final class PairPage {

    private static final String PATH = "/ui";
    private static final LocalAnswer NOT_LOCAL = LocalAnswer.text(
            403, "Only local callers see this page: call a loopback address, and not through a proxy.\n");

    private final SidecarPage page;
    private final Executor aside;

    PairPage(SidecarPage page, Executor aside) {
        this.page = page;
        this.aside = aside;
    }

    /** Answers what is asked of the page; false for everything else. */
    boolean answers(ClientExchange exchange) {
        String target = exchange.target();
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        if (!path.equals(PATH) && !path.startsWith(PATH + "/")) {
            return false;
        }
        if (!exchange.method().toString().equals("GET")) {
            LocalAnswer.text(405, "This page is read with GET.\n").send(exchange);
        } else if (!OperatorClaim.of(exchange).local()) {
            NOT_LOCAL.send(exchange);
        } else {
            local(exchange, path, query >= 0);
        }
        return true;
    }

    private void local(ClientExchange exchange, String path, boolean part) {
        for (Asset asset : Asset.values()) {
            if (path.equals(asset.path())) {
                new LocalAnswer(200, asset.type(), asset.bytes()).send(exchange);
                return;
            }
        }
        if (!path.equals(PATH)) {
            LocalAnswer.text(404, "There is no such page.\n").send(exchange);
            return;
        }
        exchange.whenGone(exchange::abort);
        aside.execute(() -> {
            byte[] html = (part ? page.live() : page.whole()).getBytes(StandardCharsets.UTF_8);
            exchange.ioThread().execute(() -> send(exchange, html));
        });
    }

    private static void send(ClientExchange exchange, byte[] html) {
        if (exchange.hasEnded()) {
            return;
        }
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.CONTENT_TYPE, "text/html; charset=utf-8");
        fields.add(KnownField.CACHE_CONTROL, "no-store");
        fields.add("Content-Security-Policy", Asset.CONTENT_SECURITY_POLICY);
        fields.add("X-Content-Type-Options", "nosniff");
        fields.add("Referrer-Policy", "no-referrer");
        WholeAnswer.send(exchange, 200, fields, ByteBuffer.wrap(html));
    }
}
