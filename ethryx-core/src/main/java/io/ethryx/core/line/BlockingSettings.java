package io.ethryx.core.line;

import io.ethryx.core.JsonRpcReader;
import java.time.Duration;
import java.util.Objects;

/**
 * How bodies are taken in.
 *
 * @param contexts who finds out block contexts
 * @param mode how batches are spread over pools
 * @param maxBatch how many elements a batch may have, 1 and above
 * @param deadline how long a body may take in all, above zero
 */
public record BlockingSettings(BlockContexts contexts, BatchMode mode, int maxBatch, Duration deadline) {

    /**
     * Checks the parts.
     *
     * @param contexts see the record
     * @param mode see the record
     * @param maxBatch see the record
     * @param deadline see the record
     * @throws IllegalArgumentException if a number is out of bounds
     */
    public BlockingSettings {
        Objects.requireNonNull(contexts, "contexts");
        Objects.requireNonNull(mode, "mode");
        if (maxBatch < 1 || deadline.isZero() || deadline.isNegative()) {
            throw new IllegalArgumentException("a batch of at most " + maxBatch + ", within " + deadline);
        }
    }

    /**
     * Batches of at most {@link JsonRpcReader#DEFAULT_MAX_BATCH}, a sub-batch for each pool, and five seconds.
     *
     * @param contexts who finds out block contexts
     * @return the settings
     */
    public static BlockingSettings defaults(BlockContexts contexts) {
        return new BlockingSettings(contexts, BatchMode.SPLIT, JsonRpcReader.DEFAULT_MAX_BATCH, Duration.ofSeconds(5));
    }
}
