package io.ethryx.server.demo;

import static io.ethryx.server.demo.JsonText.member;
import static io.ethryx.server.demo.JsonText.object;
import static io.ethryx.server.demo.JsonText.text;

import io.ethryx.server.demo.SimulatedChain.Subject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Beacon blocks and headers, in the shapes of the Beacon API. */
final class BeaconBlocks {

    static final String FORK = "electra";

    private static final String SIGNATURE = "0x" + "c0".repeat(96);
    private static final int SSZ_BLOCKS = 64;

    private final SimulatedChain chain;

    BeaconBlocks(SimulatedChain chain) {
        this.chain = chain;
    }

    String root(long slot) {
        return chain.hash(Subject.BEACON_BLOCK, slot);
    }

    String stateRoot(long slot) {
        return chain.hash(Subject.BEACON_STATE, slot);
    }

    /** The data of /eth/v1/beacon/headers/{block_id}. */
    String header(long slot) {
        String message = object(common(slot), text("body_root", chain.hash(Subject.BEACON_BODY, slot)));
        return object(
                text("root", root(slot)),
                member("canonical", "true"),
                member("header", object(member("message", message), text("signature", SIGNATURE))));
    }

    /** The data of /eth/v2/beacon/blocks/{block_id}, with a small part of the body. */
    String block(long slot) {
        String payload = object(
                text("block_number", slot),
                text("block_hash", chain.blockHash(slot)),
                text("parent_hash", chain.parent(Subject.BLOCK, slot)),
                text("timestamp", chain.startOf(slot).getEpochSecond()));
        String message = object(common(slot), member("body", object(member("execution_payload", payload))));
        return object(member("message", message), text("signature", SIGNATURE));
    }

    /** Octets that stand for the block's SSZ encoding: 2 KiB, the same for the same slot, no real SSZ. */
    byte[] ssz(long slot) {
        ByteArrayOutputStream octets = new ByteArrayOutputStream(SSZ_BLOCKS * 32);
        for (int i = 0; i < SSZ_BLOCKS; i++) {
            octets.writeBytes(SimulatedChain.sha256((slot + " ssz " + i).getBytes(StandardCharsets.UTF_8)));
        }
        return octets.toByteArray();
    }

    private String common(long slot) {
        return String.join(
                ",",
                text("slot", slot),
                text("proposer_index", slot % 64),
                text("parent_root", chain.parent(Subject.BEACON_BLOCK, slot)),
                text("state_root", stateRoot(slot)));
    }
}
