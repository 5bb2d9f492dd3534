package io.ethryx.discovery;

import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.GatewaySettings;
import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import io.ethryx.discovery.Holding.Good;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts a chain together from what is held of its keys. Where several keys speak of the same, the one written last counts;
 * nodes and mirror targets stand in the order in which their keys came to be.
 */
final class ChainAssembly {

    private static final Comparator<Good> OLDEST_KEY_FIRST = Comparator.<Good>comparingLong(
                    good -> good.stored().created())
            .thenComparing(good -> good.stored().key());
    private static final Comparator<Good> NEWEST_VALUE_LAST = Comparator.<Good>comparingLong(
                    good -> good.stored().modified())
            .thenComparing(good -> good.stored().key());

    private final Collection<Holding> holdings;

    ChainAssembly(Collection<Holding> holdings) {
        this.holdings = holdings;
    }

    /** The chain with its touched parts made anew; the others stay the same objects. */
    ChainTopology renew(ChainTopology chain, Set<KeyKind> touched) {
        ChainTopology renewed = chain;
        if (touched.contains(KeyKind.NODE) || touched.contains(KeyKind.NATIVE_NODE)) {
            renewed = renewed.withNodes(nodes());
        }
        if (touched.contains(KeyKind.HEAD)) {
            renewed = renewed.withHead(
                    last(Entry.Head.class).map(Entry.Head::height).orElseGet(OptionalLong::empty));
        }
        if (touched.contains(KeyKind.GATEWAY)) {
            renewed = renewed.withGateway(gateway());
        }
        if (touched.contains(KeyKind.MIRROR)) {
            renewed = renewed.withMirrors(mirrors());
        }
        if (touched.contains(KeyKind.VERSION)) {
            renewed = renewed.withOverride(
                    last(Entry.Version.class).map(Entry.Version::version).orElse(""));
        }
        return renewed;
    }

    private List<Node> nodes() {
        return inOrder(Entry.Registered.class, entry -> name(entry.node())).stream()
                .map(Entry.Registered::node)
                .toList();
    }

    /** Native nodes have names of their own; node keys contain no line break. */
    private static String name(Node node) {
        return node.pool() == Pool.NATIVE ? "native\n" + node.key() : node.key();
    }

    private List<MirrorTarget> mirrors() {
        return inOrder(Entry.Mirror.class, entry -> entry.target().key()).stream()
                .map(Entry.Mirror::target)
                .toList();
    }

    private @Nullable GatewaySettings gateway() {
        return last(Entry.Gateway.class).map(Entry.Gateway::settings).orElse(null);
    }

    private <E extends Entry> Optional<E> last(Class<E> kind) {
        return holdings.stream()
                .map(Holding::good)
                .filter(good -> good != null && kind.isInstance(good.entry()))
                .max(NEWEST_VALUE_LAST)
                .map(good -> kind.cast(good.entry()));
    }

    /** Of the entries of each name the one written last, in the order of their keys. */
    private <E extends Entry> List<E> inOrder(Class<E> kind, Function<E, String> name) {
        Map<String, Good> byName = new HashMap<>();
        holdings.stream()
                .map(Holding::good)
                .filter(good -> good != null && kind.isInstance(good.entry()))
                .forEach(good -> byName.merge(
                        name.apply(kind.cast(good.entry())),
                        good,
                        (one, other) -> NEWEST_VALUE_LAST.compare(one, other) > 0 ? one : other));
        return byName.values().stream()
                .sorted(OLDEST_KEY_FIRST)
                .map(good -> kind.cast(good.entry()))
                .toList();
    }
}
