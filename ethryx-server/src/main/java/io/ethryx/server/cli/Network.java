package io.ethryx.server.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** The networks whose genesis is known (reference section 1). */
enum Network {
    MAINNET(1_606_824_023),
    HOODI(1_742_213_400),
    SEPOLIA(1_655_733_600),
    HOLESKY(1_695_902_400),
    CUSTOM(-1);

    private static final Duration SLOT = Duration.ofSeconds(12);

    private final long genesisTime;

    Network(long genesisTime) {
        this.genesisTime = genesisTime;
    }

    /** In Unix seconds; empty for a custom network. */
    OptionalLong genesisTime() {
        return genesisTime < 0 ? OptionalLong.empty() : OptionalLong.of(genesisTime);
    }

    /** Empty for a custom network. */
    Optional<Duration> slotDuration() {
        return genesisTime < 0 ? Optional.empty() : Optional.of(SLOT);
    }
}
