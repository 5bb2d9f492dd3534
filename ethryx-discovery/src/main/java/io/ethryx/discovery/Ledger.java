package io.ethryx.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.Topology;
import io.ethryx.discovery.Flaw.Grade;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reduces puts, deletes and whole lists to successive topologies. The topology after any run of events is the one that a
 * fresh list of the same keys gives, save that a key whose newest value is useless keeps its last good one.
 *
 * <p>Events may come twice or late: what is no newer than what is known of its key changes nothing. Owns no thread; not
 * thread-safe.
 */
final class Ledger {

    /** Hears of values that can't be taken as they are. */
    interface BadValues {
        /**
         * A value is useless, or a part of it was replaced.
         *
         * @param fault what is wrong
         * @param again whether the key's value before this one was reported too
         */
        void bad(Fault fault, boolean again);
    }

    private static final long REVISION_FORGOTTEN = -1;

    private final BadValues badValues;
    private final Map<String, Holding> holdings = new HashMap<>();
    private final Map<ChainId, Map<String, Holding>> byChain = new HashMap<>();
    private final Map<ChainId, Set<KeyKind>> touched = new HashMap<>();
    private Topology topology = Topology.EMPTY;

    Ledger(BadValues badValues) {
        this.badValues = badValues;
    }

    /** A key got a value. */
    void put(StoredEntry stored) {
        if (!(read(stored) instanceof KeyReading.Entry known)) {
            return;
        }
        Holding before = holdings.get(stored.key());
        if (before != null && before.seen() >= stored.modified()) {
            return;
        }
        Decoded decoded = EntryDecoder.decode(known.key(), stored.value());
        boolean faulty = report(stored.key(), decoded, before != null && before.faulty());
        Holding.Good lastGood = before == null || wasDeletedBetween(before, stored) ? null : before.good();
        Holding.Good good = decoded.entry() == null ? lastGood : new Holding.Good(stored, decoded.entry());
        hold(new Holding(stored.key(), known.key(), stored.modified(), faulty, good));
    }

    /** A key went away. */
    void delete(String key, long revision) {
        Holding before = holdings.get(key);
        if (before != null && before.seen() < revision) {
            forget(before);
        }
    }

    /** These are all keys that there are. */
    void replaceAll(Collection<StoredEntry> all) {
        Set<String> kept = new HashSet<>();
        all.forEach(stored -> kept.add(stored.key()));
        for (Holding holding : List.copyOf(holdings.values())) {
            if (!kept.contains(holding.rawKey())) {
                forget(holding);
            }
        }
        all.forEach(this::put);
    }

    /** Whether the key is a new one under an old name, whose last good value died with the old one. */
    private static boolean wasDeletedBetween(Holding before, StoredEntry stored) {
        return before.seen() != REVISION_FORGOTTEN && before.seen() < stored.created();
    }

    /** Forgets which revisions were seen, so that those of another store are taken as they come. */
    void forgetRevisions() {
        holdings.replaceAll((key, old) -> new Holding(key, old.key(), REVISION_FORGOTTEN, old.faulty(), old.good()));
        byChain.values().forEach(chain -> chain.replaceAll((key, old) -> holdings.getOrDefault(key, old)));
    }

    /** The next topology, if what came since the last one changed it. */
    Optional<Topology> next() {
        Map<ChainId, @Nullable ChainTopology> chains = new HashMap<>();
        touched.forEach((id, kinds) -> chains.put(id, renewed(id, kinds)));
        touched.clear();
        chains.entrySet().removeIf(chain -> Objects.equals(chain.getValue(), topology.chain(chain.getKey())));
        if (chains.isEmpty()) {
            return Optional.empty();
        }
        Map<ChainId, @Nullable ChainTopology> all = new HashMap<>(topology.chains());
        all.putAll(chains);
        all.values().removeIf(Objects::isNull);
        topology = new Topology(topology.revision() + 1, all);
        return Optional.of(topology);
    }

    /** Null if nothing is registered under this id any more. */
    private @Nullable ChainTopology renewed(ChainId id, Set<KeyKind> kinds) {
        Map<String, Holding> chain = byChain.getOrDefault(id, Map.of());
        if (chain.values().stream().allMatch(holding -> holding.good() == null)) {
            return null;
        }
        ChainTopology before = topology.chain(id);
        return new ChainAssembly(chain.values()).renew(before == null ? ChainTopology.empty(id) : before, kinds);
    }

    /** The last good value of every key that has one. */
    List<StoredEntry> goodValues() {
        List<StoredEntry> good = new ArrayList<>();
        for (Holding holding : holdings.values()) {
            if (holding.good() != null) {
                good.add(holding.good().stored());
            }
        }
        return good;
    }

    int size() {
        return holdings.size();
    }

    private KeyReading read(StoredEntry stored) {
        KeyReading reading = KeySpace.read(stored.key());
        if (reading instanceof KeyReading.Broken broken) {
            String shown = Excerpt.of(new String(stored.value(), 0, Math.min(stored.value().length, 200), UTF_8));
            badValues.bad(new Fault(stored.key(), "", shown, broken.rule(), "correct or delete the key", 0), false);
        }
        return reading;
    }

    private boolean report(String key, Decoded decoded, boolean again) {
        boolean faulty = false;
        for (Flaw flaw : decoded.flaws()) {
            if (flaw.grade() != Grade.UNUSUAL) {
                badValues.bad(flaw.in(key, 0), again);
                faulty = true;
            }
        }
        return faulty;
    }

    private void hold(Holding holding) {
        holdings.put(holding.rawKey(), holding);
        byChain.computeIfAbsent(holding.key().chain(), id -> new HashMap<>()).put(holding.rawKey(), holding);
        touch(holding);
    }

    private void forget(Holding holding) {
        holdings.remove(holding.rawKey());
        ChainId id = holding.key().chain();
        Map<String, Holding> chain = byChain.get(id);
        if (chain != null && chain.remove(holding.rawKey()) != null && chain.isEmpty()) {
            byChain.remove(id);
        }
        touch(holding);
    }

    private void touch(Holding holding) {
        touched.computeIfAbsent(holding.key().chain(), id -> EnumSet.noneOf(KeyKind.class))
                .add(holding.key().kind());
    }
}
