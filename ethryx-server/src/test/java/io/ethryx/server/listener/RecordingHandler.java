package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.testing.FieldTexts;
import io.undertow.util.HeaderMap;
import io.undertow.util.HttpString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Reads each request to its end, remembers it, and answers {@code METHOD target length} of it. */
public final class RecordingHandler implements ExchangeHandler {

    /** A request as the handler saw it. */
    public record Seen(String method, String target, String body, long length, HeaderMap headers, HeaderMap trailers) {}

    public final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
    public final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    public final BlockingQueue<Throwable> brokenBodies = new LinkedBlockingQueue<>();

    @Override
    public void handle(ClientExchange exchange) {
        begun.add(exchange.method() + " " + exchange.target());
        new Reading(exchange).start();
    }

    public Seen next() throws InterruptedException {
        Seen next = seen.poll(15, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no request reached the handler");
        }
        return next;
    }

    /** Answers 200 with some text. */
    public static void send(ClientExchange exchange, String text) {
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.CONTENT_TYPE, "text/plain");
        WholeAnswer.send(exchange, 200, fields, ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static HeaderMap map(FieldBlock fields) {
        HeaderMap map = new HeaderMap();
        FieldTexts.forEach(fields, (name, value) -> map.add(new HttpString(name), value));
        return map;
    }

    private static HeaderMap trailers(FieldBlock fields) {
        return fields == null ? null : map(fields);
    }

    private final class Reading {

        private final ClientExchange exchange;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final ByteBuffer buffer = ByteBuffer.allocate(8192);

        Reading(ClientExchange exchange) {
            this.exchange = exchange;
        }

        void start() {
            exchange.body().whenReadable(this::read);
            read();
        }

        private void read() {
            try {
                while (true) {
                    buffer.clear();
                    int read = exchange.body().read(buffer);
                    if (read < 0) {
                        exchange.body().want(false);
                        answer();
                        return;
                    }
                    if (read == 0) {
                        exchange.body().want(true);
                        return;
                    }
                    body.write(buffer.array(), 0, read);
                }
            } catch (IOException e) {
                brokenBodies.add(e);
                exchange.abort();
            }
        }

        private void answer() {
            String text = body.toString(StandardCharsets.ISO_8859_1);
            String method = exchange.method().toString();
            seen.add(new Seen(
                    method,
                    exchange.target(),
                    text,
                    exchange.requestLength(),
                    map(exchange.requestFields()),
                    trailers(exchange.body().trailers())));
            String answer = method + " " + text.length();
            send(exchange, answer);
        }
    }
}
