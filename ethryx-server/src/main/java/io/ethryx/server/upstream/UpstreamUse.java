package io.ethryx.server.upstream;

/**
 * How much of an upstream is in use, over all IO threads. Each figure is read by itself, so that they may be off by the
 * calls that begin or end meanwhile.
 *
 * @param open connections that are open, in use or not
 * @param idle connections that wait for a call
 * @param connecting connections that are being made
 * @param waiting calls that wait for a connection
 */
public record UpstreamUse(int open, int idle, int connecting, int waiting) {

    /**
     * Connections that serve a call.
     *
     * @return zero or more
     */
    public int inUse() {
        return Math.max(0, open - idle);
    }

    /**
     * Both together.
     *
     * @param other the other figures
     * @return the sum of each
     */
    public UpstreamUse plus(UpstreamUse other) {
        return new UpstreamUse(
                open + other.open, idle + other.idle, connecting + other.connecting, waiting + other.waiting);
    }
}
