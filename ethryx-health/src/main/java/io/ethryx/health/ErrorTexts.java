package io.ethryx.health;

import java.util.ArrayList;
import java.util.List;

/** The {@code errors} members of {@code /healthz}, in the order and words of reference section 6. */
final class ErrorTexts {

    private ErrorTexts() {}

    /** E, for a reading that is not known. */
    static String of(Reading<?> reading) {
        if (reading instanceof Reading.Failed<?> failed) {
            return failed.error();
        }
        return reading instanceof Reading.Garbled<?> garbled ? "decode: " + garbled.raw() : "";
    }

    static List<String> of(ElSnapshot el) {
        List<String> errors = new ArrayList<>();
        if (el.syncing() instanceof Reading.Failed<ElSyncing> failed) {
            errors.add("eth_syncing: " + failed.error());
        } else if (el.syncing() instanceof Reading.Known<ElSyncing> known
                && known.value() instanceof ElSyncing.SyncingTowards towards
                && towards.current().isEmpty()) {
            errors.add(
                    "eth_syncing invalid hex: current " + towards.rawCurrent() + ", highest " + towards.rawHighest());
        }
        if (el.peers() instanceof Reading.Failed<Quantity> failed) {
            errors.add("net_peerCount: " + failed.error());
        } else if (el.peers() instanceof Reading.Garbled<Quantity> garbled) {
            errors.add("net_peerCount invalid hex: " + garbled.raw());
        }
        if (el.latestBlock() instanceof Reading.Failed<LatestBlock> failed) {
            errors.add("eth_getBlockByNumber: " + failed.error());
        } else if (el.latestBlock() instanceof Reading.Garbled<LatestBlock>) {
            errors.add("eth_getBlockByNumber: missing fields");
        }
        return errors;
    }

    static List<String> of(ClSnapshot cl) {
        List<String> errors = new ArrayList<>();
        if (cl.syncing().known().isEmpty()) {
            errors.add("node/syncing: " + of(cl.syncing()));
        }
        if (cl.peers().known().isEmpty()) {
            errors.add("node/peer_count: " + of(cl.peers()));
        }
        return errors;
    }
}
