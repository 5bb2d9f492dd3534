package io.ethryx.server.upstream.connect;

import io.ethryx.server.upstream.NameLookup;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The addresses of one host. A name is looked up on demand, off the IO threads, at most once every {@link #FRESH_NANOS};
 * the last good answer serves meanwhile and for as long as no better one comes. A literal needs no lookup. Thread-safe.
 */
public final class AddressBook implements AutoCloseable {

    /** How long an answer is fresh. */
    static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How long a failed lookup is not tried again. */
    static final long FAILED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String host;
    private final NameLookup lookup;
    private final LongSupplier nanoTime;
    private final boolean literal;
    private final ThreadPoolExecutor resolver;
    private final List<Runnable> waiting = new ArrayList<>();
    private volatile List<InetAddress> known;
    private volatile long staleAt;
    private boolean looking;

    /**
     * Knows no address yet, but for a literal's.
     *
     * @param host a name or a literal
     * @param lookup asked for a name's addresses
     * @param nanoTime the clock by which answers age
     */
    public AddressBook(String host, NameLookup lookup, LongSupplier nanoTime) {
        this.host = host;
        this.lookup = lookup;
        this.nanoTime = nanoTime;
        this.known = literalOf(host);
        this.literal = !known.isEmpty();
        this.staleAt = nanoTime.getAsLong();
        resolver = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
            Thread thread = new Thread(work, "resolver-" + host);
            thread.setDaemon(true);
            return thread;
        });
        resolver.allowCoreThreadTimeOut(true);
    }

    private static List<InetAddress> literalOf(String host) {
        boolean numeric = host.indexOf(':') >= 0 || host.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
        try {
            return numeric ? List.of(InetAddress.getByName(host)) : List.of();
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    /**
     * The last good answer. Never blocks.
     *
     * @return its addresses, in its order; an empty list while there is none
     */
    public List<InetAddress> known() {
        return known;
    }

    /** Looks the name up again in the background if the answer is no longer fresh. */
    public void refresh() {
        if (!literal && isStale()) {
            synchronized (waiting) {
                look();
            }
        }
    }

    /**
     * Runs something once the lookup that is due has ended, well or badly: on the resolver's thread.
     *
     * @return false if no lookup is due, so that nothing will be run
     */
    boolean whenLookedUp(Runnable then) {
        synchronized (waiting) {
            if (literal || (!looking && !isStale())) {
                return false;
            }
            waiting.add(then);
            look();
            return true;
        }
    }

    private boolean isStale() {
        return nanoTime.getAsLong() - staleAt >= 0;
    }

    private void look() {
        if (!looking && !resolver.isShutdown()) {
            looking = true;
            resolver.execute(this::lookUp);
        }
    }

    private void lookUp() {
        long freshFor = FRESH_NANOS;
        try {
            List<InetAddress> found = lookup.addresses(host);
            if (found.isEmpty()) {
                freshFor = FAILED_NANOS;
            } else {
                known = List.copyOf(found);
            }
        } catch (UnknownHostException | RuntimeException e) {
            // The callers learn of it by the name still having no address; a good answer from before goes on serving.
            freshFor = FAILED_NANOS;
        }
        List<Runnable> told;
        synchronized (waiting) {
            looking = false;
            staleAt = nanoTime.getAsLong() + freshFor;
            told = List.copyOf(waiting);
            waiting.clear();
        }
        told.forEach(Runnable::run);
    }

    @Override
    public void close() {
        resolver.shutdownNow();
    }
}
