package io.ethryx.server.demo;

/**
 * Where the demonstration listens on 127.0.0.1.
 *
 * @param sidecar of the sidecar
 * @param gateway of the gateway
 * @param metrics of the gateway's metrics and probes
 */
record DemoPorts(int sidecar, int gateway, int metrics) {

    /** The usual ports of the gateway beside one of the sidecar; free ones for all where that is 0. */
    static DemoPorts beside(int sidecar) {
        return sidecar == 0 ? new DemoPorts(0, 0, 0) : new DemoPorts(sidecar, 8663, 8664);
    }
}
