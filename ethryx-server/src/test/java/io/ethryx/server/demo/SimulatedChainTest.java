package io.ethryx.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.demo.SimulatedChain.Subject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SimulatedChainTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.900Z");
    private final SimulatedChain chain = SimulatedChain.mainnetLike(NOW, 100);

    @Test
    void a_chain_of_some_age_has_the_present_in_that_slot() {
        assertThat(chain.slotAt(NOW)).isEqualTo(100);
        assertThat(chain.startOf(100)).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(chain.startOf(101)).isEqualTo(Instant.parse("2026-01-01T00:00:12Z"));
    }

    @Test
    void a_slot_lasts_until_the_next_one_starts() {
        assertThat(chain.slotAt(chain.startOf(7))).isEqualTo(7);
        assertThat(chain.slotAt(chain.startOf(8).minusMillis(1))).isEqualTo(7);
        assertThat(chain.slotAt(chain.startOf(8))).isEqualTo(8);
    }

    @Test
    void before_genesis_the_slot_is_zero() {
        assertThat(chain.slotAt(chain.genesis().minusSeconds(1_000))).isZero();
    }

    @Test
    void the_first_block_of_the_epoch_before_the_last_is_final() {
        assertThat(chain.finalizedAt(63)).isZero();
        assertThat(chain.finalizedAt(95)).isZero();
        assertThat(chain.finalizedAt(96)).isEqualTo(32);
        assertThat(chain.justifiedAt(96)).isEqualTo(64);
        assertThat(chain.justifiedAt(31)).isZero();
    }

    @Test
    void equal_chains_agree_in_every_hash_and_different_subjects_never_do() {
        SimulatedChain other = SimulatedChain.mainnetLike(NOW, 100);
        assertThat(other.blockHash(5)).isEqualTo(chain.blockHash(5)).matches("0x[0-9a-f]{64}");
        assertThat(chain.blockHash(6)).isNotEqualTo(chain.blockHash(5));
        assertThat(chain.hash(Subject.STATE, 5)).isNotEqualTo(chain.blockHash(5));
    }

    @Test
    void a_parent_is_the_block_before_and_genesis_has_none() {
        assertThat(chain.parent(Subject.BLOCK, 5)).isEqualTo(chain.blockHash(4));
        assertThat(chain.parent(Subject.BLOCK, 0)).isEqualTo("0x" + "0".repeat(64));
    }

    @Test
    void a_number_is_found_by_its_hash_alone() {
        assertThat(chain.numberOf(Subject.BLOCK, chain.blockHash(123_456))).hasValue(123_456);
        assertThat(chain.numberOf(Subject.STATE, chain.blockHash(123_456))).isEmpty();
        assertThat(chain.numberOf(Subject.BLOCK, "0x" + "f".repeat(64))).isEmpty();
        assertThat(chain.numberOf(Subject.BLOCK, "0x12")).isEmpty();
    }

    @Test
    void fractions_of_a_second_and_empty_epochs_are_refused() {
        Duration slot = Duration.ofSeconds(12);
        assertThatThrownBy(() -> new SimulatedChain(NOW, slot, 32)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SimulatedChain(Instant.EPOCH, Duration.ofMillis(1_500), 32))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SimulatedChain(Instant.EPOCH, Duration.ZERO, 32))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SimulatedChain(Instant.EPOCH, slot, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
