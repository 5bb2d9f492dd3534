package io.ethryx.server.listener;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.SameThreadExecutor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.xnio.channels.StreamSourceChannel;

/** Reads each request to its end, remembers it, and answers {@code METHOD target length} of it. */
final class RecordingHandler implements HttpHandler {

    /** A request as the handler saw it. */
    record Seen(String method, String target, String body, long length, HeaderMap headers, HeaderMap trailers) {}

    final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
    final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    final BlockingQueue<Throwable> brokenBodies = new LinkedBlockingQueue<>();

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        begun.add(exchange.getRequestMethod() + " " + ClientStream.of(exchange).target());
        exchange.dispatch(SameThreadExecutor.INSTANCE, () -> new Reading(exchange).start());
    }

    Seen next() throws InterruptedException {
        Seen next = seen.poll(15, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no request reached the handler");
        }
        return next;
    }

    private final class Reading {

        private final HttpServerExchange exchange;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final ByteBuffer buffer = ByteBuffer.allocate(8192);

        Reading(HttpServerExchange exchange) {
            this.exchange = exchange;
        }

        void start() {
            StreamSourceChannel channel = exchange.getRequestChannel();
            channel.getReadSetter().set(this::read);
            read(channel);
        }

        private void read(StreamSourceChannel channel) {
            try {
                while (true) {
                    buffer.clear();
                    int read = channel.read(buffer);
                    if (read < 0) {
                        channel.suspendReads();
                        answer();
                        return;
                    }
                    if (read == 0) {
                        channel.resumeReads();
                        return;
                    }
                    body.write(buffer.array(), 0, read);
                }
            } catch (IOException e) {
                brokenBodies.add(e);
                exchange.endExchange();
            }
        }

        private void answer() {
            ClientStream stream = ClientStream.of(exchange);
            String text = body.toString(StandardCharsets.ISO_8859_1);
            String method = exchange.getRequestMethod().toString();
            seen.add(new Seen(
                    method,
                    stream.target(),
                    text,
                    stream.requestLength(),
                    exchange.getRequestHeaders(),
                    stream.requestTrailers()));
            String answer = method + " " + text.length();
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
            exchange.getResponseSender().send(answer);
        }
    }
}
