package io.ethryx.core.line;

import io.ethryx.core.RpcError;
import io.ethryx.core.Splice;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** What a governor says of a call. */
public sealed interface Verdict {

    /** It may go on as it is. The one object for that. */
    Admitted ADMITTED = new Admitted(List.of());

    /**
     * It may go on.
     *
     * @param rewrite what to change in its bytes, in the order of the bytes and without overlap; empty to change nothing.
     *     Everything else is sent on byte for byte
     */
    record Admitted(List<Splice> rewrite) implements Verdict {

        /**
         * Copies the list.
         *
         * @param rewrite see the record
         * @throws IllegalArgumentException if splices overlap or are out of order
         */
        public Admitted {
            rewrite = List.copyOf(rewrite);
            for (int i = 1; i < rewrite.size(); i++) {
                if (rewrite.get(i).from() < rewrite.get(i - 1).to()) {
                    throw new IllegalArgumentException("splices out of order: " + rewrite);
                }
            }
        }
    }

    /**
     * It came too early.
     *
     * @param retryAfter when it may come again, above zero
     */
    record Throttled(Duration retryAfter) implements Verdict {

        /**
         * Checks the duration.
         *
         * @param retryAfter see the record
         * @throws IllegalArgumentException if it is not above zero
         */
        public Throttled {
            if (retryAfter.isZero() || retryAfter.isNegative()) {
                throw new IllegalArgumentException("retry after " + retryAfter);
            }
        }
    }

    /**
     * It may not go on.
     *
     * @param error what answers it
     */
    record Refused(RpcError error) implements Verdict {

        /**
         * Checks the error.
         *
         * @param error see the record
         */
        public Refused {
            Objects.requireNonNull(error, "error");
        }
    }
}
