package io.ethryx.server.gateway.usage;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.gateway.metrics.GatewayMetrics;
import io.ethryx.server.gateway.settings.UsageSettings;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.usage.MeterSettings;
import io.ethryx.usage.UsageMeter;
import io.ethryx.usage.UsageShipper;
import org.jspecify.annotations.Nullable;

/**
 * Meters requests as the settings say, or does nothing. Life: {@link #start}, {@link #begin} on any IO thread, {@link #close}.
 * Neither its start nor a request waits for Kafka or a disk.
 */
public final class UsageMetering implements AutoCloseable {

    private final UsageCounts counts = new UsageCounts();
    private final @Nullable UsageMeter meter;
    private volatile boolean started;

    private UsageMetering(UsageSettings settings) {
        UsageLog log = new UsageLog(counts, System::nanoTime);
        UsageShipper shipper = Shippers.of(settings.sink(), log);
        meter = shipper == null ? null : new UsageMeter(MeterSettings.DEFAULT.every(settings.interval()), shipper, log);
    }

    /**
     * Metering by settings. Nothing is started.
     *
     * @param settings where usage goes
     * @return does nothing if that is nowhere
     */
    public static UsageMetering of(UsageSettings settings) {
        return new UsageMetering(settings);
    }

    /**
     * Shows how it goes, unless there is nothing to show. To be called once.
     *
     * @param metrics the page
     */
    public void showOn(GatewayMetrics metrics) {
        UsageMeter shown = meter;
        if (shown != null) {
            counts.gauge(shown::keys);
            metrics.add(counts);
        }
    }

    /** Begins to ship. Idempotent. */
    public void start() {
        if (meter != null) {
            started = true;
            meter.start();
        }
    }

    /**
     * Meters a request from now to its end, whatever becomes of it, if the chain that it names is a number.
     *
     * @param exchange the request, its fields still there
     * @param segment its path's segment that names the chain, as it was sent
     * @return takes it out of metering again
     */
    public MeteredRequest begin(ClientExchange exchange, String segment) {
        if (meter == null || !NumericChain.in(segment)) {
            return MeteredRequest.UNMETERED;
        }
        RequestTime request = new RequestTime(meter, client(exchange.requestFields()), System.nanoTime());
        exchange.whenEnded(request::end);
        return request;
    }

    private static @Nullable String client(FieldBlock fields) {
        int line = fields.find(ClientField.NAME, 0);
        return line < 0 ? null : ClientField.text(fields.value(line));
    }

    /** Ships what is left, within ten seconds; nothing if it was never started. Idempotent. */
    @Override
    public void close() {
        if (meter != null && started) {
            meter.close();
        }
    }
}
