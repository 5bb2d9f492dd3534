package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import io.ethryx.discovery.EtcdValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The keys of a chain. Others may have written the chain in another way than its normal form, as {@code 0x1} or {@code 1/v2}:
 * what is there is found under any of these, and what is not there is made under the normal one.
 */
final class ChainKeys {

    private final KeyStore store;

    ChainKeys(KeyStore store) {
        this.store = store;
    }

    /** Where something new of a chain stands. */
    static String key(ChainId chain, String rest) {
        return chain + "/" + rest;
    }

    /** What is there of a chain. */
    Optional<EtcdValue> find(ChainId chain, String rest) {
        for (String spelled : spellings(chain)) {
            Optional<EtcdValue> found = store.read(spelled + "/" + rest);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The same, with words before what may fail. */
    Optional<EtcdValue> find(ChainId chain, String rest, String failing) {
        return saying(failing, () -> find(chain, rest));
    }

    /** All that is there of a chain and begins alike. */
    List<EtcdValue> findAll(ChainId chain, String rest) {
        List<EtcdValue> all = new ArrayList<>();
        spellings(chain).forEach(spelled -> all.addAll(store.readAll(spelled + "/" + rest)));
        return all;
    }

    static <T> T saying(String failing, Supplier<T> work) {
        try {
            return work.get();
        } catch (AdminFault fault) {
            throw fault.after(failing);
        }
    }

    /** The base in hex, if it is a number; one beyond 64 bits is a name like any other. */
    private static Optional<String> inHex(String base) {
        boolean digits = base.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits && new BigInteger(base).bitLength() < Long.SIZE
                ? Optional.of("0x" + Long.toHexString(Long.parseLong(base)))
                : Optional.empty();
    }

    private static List<String> spellings(ChainId chain) {
        List<String> bases = new ArrayList<>();
        bases.add(chain.base());
        inHex(chain.base()).ifPresent(bases::add);
        List<String> spelled = new ArrayList<>();
        for (String base : bases) {
            if (chain.version().isEmpty()) {
                spelled.add(base);
            } else {
                spelled.add(base + "-" + chain.version());
                spelled.add(base + "/" + chain.version());
            }
        }
        return spelled;
    }
}
