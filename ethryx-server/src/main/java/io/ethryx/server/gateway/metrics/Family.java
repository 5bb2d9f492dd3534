package io.ethryx.server.gateway.metrics;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The family that is being written. Used by one thread. */
final class Family {

    private final PageText page;
    String name = "";

    Family(PageText page) {
        this.page = page;
    }

    void begin(String next, PageText.Type type, String help) {
        name = next;
        page.family(next, type, help);
    }

    /** A sample for each series that has counted anything. */
    <S> void counts(List<S> all, Function<S, String> labels, ToLongFunction<S> count) {
        for (S series : all) {
            long value = count.applyAsLong(series);
            if (value > 0) {
                page.sample(name, labels.apply(series), value);
            }
        }
    }
}
