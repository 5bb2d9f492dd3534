/**
 * Traces and metrics for an OpenTelemetry collector, over OTLP/HTTP (decision S14). Start at {@link
 * io.ethryx.server.telemetry.Telemetry}. Nothing in here is loaded unless a collector was named. Spans are begun and ended
 * on IO threads and handed to the SDK's own thread through its bounded queue; metrics are read from the registry by the
 * SDK's reader, so that counting costs the same with and without a collector.
 */
@NullMarked
package io.ethryx.server.telemetry;

import org.jspecify.annotations.NullMarked;
