package io.ethryx.server.demo;

import io.ethryx.server.demo.JsonValue.Kind;
import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.BufferedBinaryMessage;
import io.undertow.websockets.core.BufferedTextMessage;
import io.undertow.websockets.core.WebSocketCallback;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.xnio.IoUtils;

/**
 * One WebSocket to the execution node: calls, batches, and subscriptions ({@code eth_subscribe} to {@code newHeads}; to
 * {@code logs} and {@code newPendingTransactions}, which stay quiet). Confined to the IO thread.
 */
final class SocketSession extends AbstractReceiveListener implements JsonRpcResponder.Methods {

    private static final int MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
    private static final int MAX_SUBSCRIPTIONS = 64;
    private static final int MAX_UNSENT = 1024;
    private static final List<String> FEEDS = List.of("newHeads", "logs", "newPendingTransactions");

    private final WebSocketChannel channel;
    private final JsonRpcResponder.Methods methods;
    private final RequestLog log;
    private final Map<String, String> feeds = new LinkedHashMap<>();
    private long lastSubscription;
    private int unsent;

    SocketSession(WebSocketChannel channel, JsonRpcResponder.Methods methods, RequestLog log) {
        this.channel = channel;
        this.methods = methods;
        this.log = log;
    }

    void newHead(long number, LongFunction<String> header) {
        feeds.forEach((id, feed) -> {
            if (feed.equals("newHeads")) {
                send("{\"jsonrpc\":\"2.0\",\"method\":\"eth_subscription\",\"params\":{\"subscription\":"
                        + JsonText.quote(id) + ",\"result\":" + header.apply(number) + "}}");
            }
        });
    }

    @Override
    public String call(String method, List<JsonValue> params) throws JsonRpcFault {
        return switch (method) {
            case "eth_subscribe" -> subscribe(params);
            case "eth_unsubscribe" -> unsubscribe(params);
            default -> methods.call(method, params);
        };
    }

    private String subscribe(List<JsonValue> params) throws JsonRpcFault {
        log.count("eth_subscribe");
        String feed = params.isEmpty() ? "" : params.get(0).text();
        if (!FEEDS.contains(feed)) {
            throw JsonRpcFault.invalidParams("no such subscription");
        }
        if (feeds.size() == MAX_SUBSCRIPTIONS) {
            throw JsonRpcFault.invalidParams("too many subscriptions");
        }
        String id = Quantity.of(++lastSubscription);
        feeds.put(id, feed);
        return JsonText.quote(id);
    }

    private String unsubscribe(List<JsonValue> params) throws JsonRpcFault {
        log.count("eth_unsubscribe");
        if (params.isEmpty() || !params.get(0).is(Kind.STRING)) {
            throw JsonRpcFault.invalidParams("parameter 0 must be a string");
        }
        return Boolean.toString(feeds.remove(params.get(0).text()) != null);
    }

    @Override
    protected void onFullTextMessage(WebSocketChannel from, BufferedTextMessage message) {
        answer(message.getData().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected void onFullBinaryMessage(WebSocketChannel from, BufferedBinaryMessage message) {
        try (var data = message.getData()) {
            ByteBuffer whole = WebSockets.mergeBuffers(data.getResource());
            byte[] bytes = new byte[whole.remaining()];
            whole.get(bytes);
            answer(bytes);
        }
    }

    private void answer(byte[] message) {
        log.add(new SeenRequest("MESSAGE", "", "", List.of(), new String(message, StandardCharsets.UTF_8)));
        JsonRpcResponder.answer(message, this).ifPresent(this::send);
    }

    /** Sends, or drops the connection of a client that does not read. */
    private void send(String text) {
        if (++unsent > MAX_UNSENT) {
            IoUtils.safeClose(channel);
            return;
        }
        WebSockets.sendText(text, channel, new WebSocketCallback<Void>() {
            @Override
            public void complete(WebSocketChannel to, Void context) {
                unsent--;
            }

            @Override
            public void onError(WebSocketChannel to, Void context, Throwable failure) {
                IoUtils.safeClose(to);
            }
        });
    }

    @Override
    protected long getMaxTextBufferSize() {
        return MAX_MESSAGE_BYTES;
    }

    @Override
    protected long getMaxBinaryBufferSize() {
        return MAX_MESSAGE_BYTES;
    }
}
