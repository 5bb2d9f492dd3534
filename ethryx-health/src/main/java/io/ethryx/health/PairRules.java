package io.ethryx.health;

import java.util.Optional;
import java.util.function.Function;

/**
 * What makes two nodes a pair (decision S6): pure functions. What a node does not tell is no failure, and the detail says
 * so; a call that failed is one.
 */
final class PairRules {

    private static final String UNTOLD = "unknown: ";

    private PairRules() {}

    static ReadinessCheck check(CheckName name, PairSnapshot snapshot) {
        if (snapshot.fit().isEmpty()) {
            return new ReadinessCheck(name, false, "not asked yet");
        }
        PairFit fit = snapshot.fit().get();
        return switch (name) {
            case PAIR_CHAIN_ID -> chainId(fit);
            case PAIR_OPTIMISTIC ->
                flag(name, snapshot.cl(), ClSyncing::optimistic, "the CL is optimistic", "the CL is not optimistic");
            case PAIR_EL_OFFLINE ->
                flag(
                        name,
                        snapshot.cl(),
                        ClSyncing::elOffline,
                        "the EL is offline to the CL",
                        "the EL is online to the CL");
            case PAIR_HEAD -> head(fit);
            case EL_SYNCING, CL_SYNCING, EL_BLOCK_FRESH, CL_SLOT_FRESH ->
                throw new IllegalArgumentException(name + " is about one node");
        };
    }

    private static ReadinessCheck chainId(PairFit fit) {
        CheckName name = CheckName.PAIR_CHAIN_ID;
        if (fit.elChainId().known().isEmpty()) {
            return new ReadinessCheck(name, false, "eth_chainId: " + ErrorTexts.of(fit.elChainId()));
        }
        if (fit.clChainId().known().isEmpty()) {
            return new ReadinessCheck(name, false, "config/deposit_contract: " + ErrorTexts.of(fit.clChainId()));
        }
        Optional<Quantity> el = fit.elChainId().known().get();
        Optional<Quantity> cl = fit.clChainId().known().get();
        if (el.isEmpty() || cl.isEmpty()) {
            return new ReadinessCheck(
                    name, true, UNTOLD + "the " + (el.isEmpty() ? "EL" : "CL") + " does not tell its chain id");
        }
        return el.equals(cl)
                ? new ReadinessCheck(name, true, "chain " + el.get())
                : new ReadinessCheck(name, false, "the EL is on chain " + el.get() + ", the CL on chain " + cl.get());
    }

    private static ReadinessCheck flag(
            CheckName name, ClSnapshot cl, Function<ClSyncing, Optional<Boolean>> read, String bad, String good) {
        if (cl.syncing().known().isEmpty()) {
            return new ReadinessCheck(name, false, "node/syncing: " + ErrorTexts.of(cl.syncing()));
        }
        return cl.syncing()
                .known()
                .flatMap(read)
                .map(raised -> new ReadinessCheck(name, !raised, raised ? bad : good))
                .orElseGet(() -> new ReadinessCheck(name, true, UNTOLD + "the CL does not tell"));
    }

    private static ReadinessCheck head(PairFit fit) {
        CheckName name = CheckName.PAIR_HEAD;
        if (fit.clHeadHash().known().isEmpty()) {
            return new ReadinessCheck(name, false, "beacon/blocks/head: " + ErrorTexts.of(fit.clHeadHash()));
        }
        Optional<String> hash = fit.clHeadHash().known().get();
        if (hash.isEmpty()) {
            return new ReadinessCheck(name, true, UNTOLD + "the CL's head block names no execution block");
        }
        if (fit.headAtEl().known().isEmpty()) {
            return new ReadinessCheck(name, false, "eth_getBlockByHash: " + ErrorTexts.of(fit.headAtEl()));
        }
        return fit.headAtEl()
                .known()
                .get()
                .map(there -> new ReadinessCheck(
                        name,
                        there,
                        "the EL " + (there ? "has" : "does not have") + " the CL's head block " + hash.get()))
                .orElseGet(() -> new ReadinessCheck(name, true, UNTOLD + "the EL does not tell"));
    }
}
