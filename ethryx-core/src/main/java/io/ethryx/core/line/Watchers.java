package io.ethryx.core.line;

import java.util.Objects;

/**
 * Those who look on: they see every call that came as far as the line.
 *
 * @param recorder keeps a record of calls
 * @param methodSpecific a step that belongs to a method
 * @param log writes slow and failed calls down
 * @param metrics counts
 */
public record Watchers(CallRecorder recorder, AfterCall methodSpecific, AfterCall log, CallMetrics metrics) {

    /** No one looks on. */
    public static final Watchers NONE =
            new Watchers(CallRecorder.NONE, AfterCall.NONE, AfterCall.NONE, CallMetrics.NONE);

    /**
     * Checks the parts.
     *
     * @param recorder see the record
     * @param methodSpecific see the record
     * @param log see the record
     * @param metrics see the record
     */
    public Watchers {
        Objects.requireNonNull(recorder, "recorder");
        Objects.requireNonNull(methodSpecific, "methodSpecific");
        Objects.requireNonNull(log, "log");
        Objects.requireNonNull(metrics, "metrics");
    }
}
