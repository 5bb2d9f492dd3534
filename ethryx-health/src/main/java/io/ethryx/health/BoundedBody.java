package io.ethryx.health;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects a body up to a length, and gives the connection up beyond it. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {

    /** The body went over the length. */
    static final class TooLongException extends IOException {

        private static final long serialVersionUID = 1L;

        TooLongException(int maxBytes) {
            super("body longer than " + maxBytes + " bytes");
        }
    }

    private final int maxBytes;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    BoundedBody(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> chunks) {
        for (ByteBuffer chunk : chunks) {
            if (chunk.remaining() > maxBytes - collected.size()) {
                giveUp();
                return;
            }
            byte[] bytes = new byte[chunk.remaining()];
            chunk.get(bytes);
            collected.writeBytes(bytes);
        }
        if (subscription != null) {
            subscription.request(1);
        }
    }

    private void giveUp() {
        if (subscription != null) {
            subscription.cancel();
        }
        body.completeExceptionally(new TooLongException(maxBytes));
    }

    @Override
    public void onError(Throwable thrown) {
        body.completeExceptionally(thrown);
    }

    @Override
    public void onComplete() {
        body.complete(collected.toByteArray());
    }
}
