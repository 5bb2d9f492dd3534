package io.ethryx.core.topology;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node as it is registered, with what its probes say of it. Two nodes are the same one if {@link #key} and the side of
 * {@link Pool#NATIVE} that they are on are equal: native nodes have key names of their own.
 *
 * <p>Immutable. Compare by {@link #sameEntry} rather than {@code equals} to follow a node over topologies.
 *
 * @param key its name, as the discovery key ends, not empty; may contain slashes
 * @param pool the pool it belongs to
 * @param address a host name or an IP literal, an IPv6 one without brackets
 * @param port 1 to 65535
 * @param path where it takes calls, beginning with {@code /}, or null to leave that to the configuration
 * @param weight its own weight, 0 to 100, which round robin goes by; shares at random go by the gateway's weights
 * @param stateType what its registration says: {@link #AVAILABLE}, {@link #DELAYED}, {@link #OFFLINE}; any other number
 *     is kept and counts as not available
 * @param source who registered it: {@code official}, {@code manual}, {@code local}, {@code native} or another word
 * @param probed what its probes say; {@link NodeStatus#READY} where nobody probes, {@link NodeStatus#UNKNOWN} before the
 *     first success
 */
public record Node(
        String key,
        Pool pool,
        String address,
        int port,
        @Nullable String path,
        int weight,
        int stateType,
        String source,
        NodeStatus probed) {

    /** The weight of a node that was given none. */
    public static final int DEFAULT_WEIGHT = 100;

    /** At the head: the only type that counts as available. */
    public static final int AVAILABLE = 1;

    /** Behind the head. */
    public static final int DELAYED = 2;

    /** Not serving. */
    public static final int OFFLINE = 3;

    /**
     * Checks the parts.
     *
     * @param key see the record
     * @param pool see the record
     * @param address see the record
     * @param port see the record
     * @param path see the record
     * @param weight see the record
     * @param stateType see the record
     * @param source see the record
     * @param probed see the record
     * @throws IllegalArgumentException if key or address is empty, or port, path or weight is out of bounds
     */
    public Node {
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(probed, "probed");
        require(!key.isEmpty(), "a node needs a key");
        require(!address.isEmpty(), "a node needs an address");
        require(port >= 1 && port <= 65535, "port " + port + " is outside 1 to 65535");
        require(path == null || path.startsWith("/"), "path " + path + " does not begin with /");
        require(weight >= 0 && weight <= 100, "weight " + weight + " is outside 0 to 100");
    }

    /**
     * Whether calls are for it: it is said to be available, and its probes pass.
     *
     * @return true only if both hold
     */
    public boolean available() {
        return status() == NodeStatus.READY;
    }

    /**
     * Whether it has joined its pool: only such nodes are chosen, available ones first.
     *
     * @return false until its probes passed once
     */
    public boolean joined() {
        return probed != NodeStatus.UNKNOWN;
    }

    /**
     * Registration and probes taken together; the probes' word counts where they do not pass.
     *
     * @return the worse of the two
     */
    public NodeStatus status() {
        if (probed != NodeStatus.READY) {
            return probed;
        }
        return switch (stateType) {
            case AVAILABLE -> NodeStatus.READY;
            case DELAYED -> NodeStatus.LAGGING;
            case OFFLINE -> NodeStatus.UNREACHABLE;
            default -> NodeStatus.UNKNOWN;
        };
    }

    /**
     * The node with other news from its probes.
     *
     * @param news what they say now
     * @return itself if nothing changed
     */
    public Node withProbed(NodeStatus news) {
        return news == probed ? this : new Node(key, pool, address, port, path, weight, stateType, source, news);
    }

    /**
     * Whether another value speaks of the same entry, perhaps at another time.
     *
     * @param other a node of the same chain
     * @return whether key and namespace are equal
     */
    public boolean sameEntry(Node other) {
        return key.equals(other.key) && (pool == Pool.NATIVE) == (other.pool == Pool.NATIVE);
    }

    /** {@return {@code address:port}, with brackets around an IPv6 address; a new text at each call} */
    public String hostPort() {
        return address.indexOf(':') < 0 ? address + ':' + port : '[' + address + "]:" + port;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
