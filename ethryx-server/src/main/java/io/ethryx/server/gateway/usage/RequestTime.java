package io.ethryx.server.gateway.usage;

import io.ethryx.core.line.UsageSink;
import org.jspecify.annotations.Nullable;

/** Measures one request from its head to its end. Confined to its IO thread. */
final class RequestTime implements MeteredRequest {

    private final UsageSink sink;
    private final @Nullable String client;
    private final long beginNanos;
    private boolean forgotten;

    RequestTime(UsageSink sink, @Nullable String client, long beginNanos) {
        this.sink = sink;
        this.client = client;
        this.beginNanos = beginNanos;
    }

    @Override
    public void forget() {
        forgotten = true;
    }

    void end() {
        if (!forgotten) {
            sink.record(client, System.nanoTime() - beginNanos);
        }
    }
}
