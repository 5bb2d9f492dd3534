package io.ethryx.server.demo;

import io.ethryx.server.demo.HttpFaults.Fault;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderValues;
import io.undertow.util.SameThreadExecutor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes a request whole, remembers it, and lets the script's fault, if there is one, have its way. */
final class ScriptedHandler implements HttpHandler {

    private static final int MAX_BODY_BYTES = 8 * 1024 * 1024;

    /** What a node answers when nothing is wrong. */
    interface Answers {

        /** The answer, or empty if the exchange was taken over; called on the IO thread, must not block. */
        Optional<Reply> answer(HttpServerExchange exchange, SeenRequest request, byte[] body) throws Exception;
    }

    private final RequestLog log;
    private final HttpFaults faults;
    private final Answers answers;

    ScriptedHandler(RequestLog log, HttpFaults faults, Answers answers) {
        this.log = log;
        this.faults = faults;
        this.answers = answers;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        exchange.getRequestReceiver().setMaxBufferSize(MAX_BODY_BYTES);
        exchange.getRequestReceiver()
                .receiveFullBytes(
                        this::received, (failed, failure) -> Reply.empty(413).send(failed));
    }

    private void received(HttpServerExchange exchange, byte[] body) {
        SeenRequest request = seen(exchange, body);
        log.add(request);
        Fault fault = faults.of(request.path());
        if (fault instanceof Fault.HoldHead) {
            exchange.dispatch(SameThreadExecutor.INSTANCE, () -> {});
        } else if (fault instanceof Fault.Instead instead) {
            instead.reply().send(exchange);
        } else {
            answer(exchange, request, body)
                    .ifPresent(
                            fault instanceof Fault.HoldBody
                                    ? reply -> reply.sendHalf(exchange)
                                    : reply -> reply.send(exchange));
        }
    }

    private Optional<Reply> answer(HttpServerExchange exchange, SeenRequest request, byte[] body) {
        try {
            return answers.answer(exchange, request, body);
        } catch (Exception e) {
            return Optional.of(Reply.json(500, JsonText.object(JsonText.text("message", e))));
        }
    }

    private static SeenRequest seen(HttpServerExchange exchange, byte[] body) {
        List<String> headers = new ArrayList<>();
        for (HeaderValues values : exchange.getRequestHeaders()) {
            values.forEach(value -> headers.add(values.getHeaderName() + ": " + value));
        }
        return new SeenRequest(
                exchange.getRequestMethod().toString(),
                exchange.getRequestURI(),
                exchange.getQueryString(),
                headers,
                new String(body, StandardCharsets.UTF_8));
    }
}
