package app;

import io.ethryx.health.HealthSettings;
import io.ethryx.health.Layer;
import io.ethryx.health.PairMonitor;
import io.ethryx.health.ProbeResponse;
import java.nio.charset.StandardCharsets;

/** Polls a pair of nodes of which the execution client syncs. */
final class Main {

    public static void main(String[] arguments) {
        String el = "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":true},{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"0x1\"},"
                + "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":null}]";
        try (PairMonitor monitor = PairMonitor.builder(HealthSettings.mainnet(), (request, listener) -> {
                    String answer = request.layer() == Layer.EL ? el : "{}";
                    listener.onResponse(new ProbeResponse(200, "OK", answer.getBytes(StandardCharsets.UTF_8)));
                    return () -> {};
                })
                .build()) {
            monitor.start();
            monitor.warm().toCompletableFuture().join();
            System.out.println(monitor.readiness().reasonDetail());
        }
    }
}
