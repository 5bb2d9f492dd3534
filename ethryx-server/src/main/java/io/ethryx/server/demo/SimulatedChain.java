package io.ethryx.server.demo;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The facts of a pretend chain: one block a slot, block {@code n} in slot {@code n}, block 0 at genesis. Two chains with
 * equal parts agree in every hash and time.
 *
 * <p>A hash is the first 24 bytes of a SHA-256 followed by the number that it belongs to, so that a block can be found by
 * its hash without remembering any. It is not the Keccak-256 of anything. Immutable.
 *
 * @param genesis the start of slot 0, whole seconds
 * @param slot how long a slot lasts, whole seconds, at least one
 * @param slotsPerEpoch slots in an epoch, at least one
 */
public record SimulatedChain(Instant genesis, Duration slot, int slotsPerEpoch) {

    /** The chain id that both nodes report. */
    public static final long CHAIN_ID = 1337;

    /** The parent hash of block 0. */
    static final String ZERO_HASH = "0x" + "0".repeat(64);

    /** What a hash is of. */
    enum Subject {
        BLOCK,
        TRANSACTION,
        STATE,
        RECEIPTS,
        BEACON_BLOCK,
        BEACON_STATE,
        BEACON_BODY
    }

    /**
     * Checks the parts.
     *
     * @param genesis see the record
     * @param slot see the record
     * @param slotsPerEpoch see the record
     * @throws IllegalArgumentException if a time has a fraction of a second or a count is under one
     */
    public SimulatedChain {
        Objects.requireNonNull(genesis, "genesis");
        boolean whole = genesis.equals(genesis.truncatedTo(ChronoUnit.SECONDS))
                && slot.equals(slot.truncatedTo(ChronoUnit.SECONDS));
        if (!whole || slot.toSeconds() < 1 || slotsPerEpoch < 1) {
            throw new IllegalArgumentException(
                    "genesis " + genesis + ", slot " + slot + ", slots per epoch " + slotsPerEpoch);
        }
    }

    /**
     * A chain of 12-second slots, 32 to an epoch, that is some slots old.
     *
     * @param now the present
     * @param slots the slot that {@code now} lies in
     * @return the chain
     */
    public static SimulatedChain mainnetLike(Instant now, long slots) {
        return aged(now, slots, Duration.ofSeconds(12), 32);
    }

    /**
     * A chain that is some slots old.
     *
     * @param now the present
     * @param slots the slot that {@code now} lies in
     * @param slot see the record
     * @param slotsPerEpoch see the record
     * @return the chain
     */
    public static SimulatedChain aged(Instant now, long slots, Duration slot, int slotsPerEpoch) {
        Instant genesis = Instant.ofEpochSecond(now.getEpochSecond() - slots * slot.toSeconds());
        return new SimulatedChain(genesis, slot, slotsPerEpoch);
    }

    /**
     * The slot that a moment lies in.
     *
     * @param moment any moment
     * @return the slot; 0 before genesis
     */
    public long slotAt(Instant moment) {
        return Math.max(0, Math.floorDiv(Duration.between(genesis, moment).toMillis(), slot.toMillis()));
    }

    /**
     * The start of a slot, which is also the timestamp of its block.
     *
     * @param number the slot, 0 or more
     * @return whole seconds
     */
    public Instant startOf(long number) {
        return genesis.plusSeconds(number * slot.toSeconds());
    }

    /**
     * The block that is final while another is the head: the first of the epoch before the last.
     *
     * @param head the head's slot
     * @return the slot of the final block
     */
    public long finalizedAt(long head) {
        return Math.max(0, (head / slotsPerEpoch - 2) * slotsPerEpoch);
    }

    /**
     * The block that is justified while another is the head: the first of the last whole epoch.
     *
     * @param head the head's slot
     * @return the slot of the justified block
     */
    public long justifiedAt(long head) {
        return Math.max(0, (head / slotsPerEpoch - 1) * slotsPerEpoch);
    }

    /**
     * The hash of an execution block.
     *
     * @param number 0 or more
     * @return {@code 0x} and 64 hexadecimal digits
     */
    public String blockHash(long number) {
        return hash(Subject.BLOCK, number);
    }

    String hash(Subject subject, long number) {
        byte[] hash = sha256((subject + " " + number).getBytes(StandardCharsets.UTF_8));
        ByteBuffer.wrap(hash).putLong(24, number);
        return "0x" + HexFormat.of().formatHex(hash);
    }

    /** The hash of a block's parent, all zeros for block 0. */
    String parent(Subject subject, long number) {
        return number == 0 ? ZERO_HASH : hash(subject, number - 1);
    }

    /** The number that a hash belongs to, or empty if it is the hash of nothing here. */
    OptionalLong numberOf(Subject subject, String hash) {
        if (!hash.matches("0x[0-9a-f]{48}[0-7][0-9a-f]{15}")) {
            return OptionalLong.empty();
        }
        long number = Long.parseLong(hash, 50, 66, 16);
        return hash(subject, number).equals(hash) ? OptionalLong.of(number) : OptionalLong.empty();
    }

    static byte[] sha256(byte[] input) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(input);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
