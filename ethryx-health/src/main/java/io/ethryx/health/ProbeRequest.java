package io.ethryx.health;

import java.util.Objects;
import java.util.Optional;

/**
 * What a probe asks.
 *
 * @param layer which node
 * @param method {@code GET} or {@code POST}
 * @param pathSuffix empty for the configured URL verbatim, else what follows the configured path without its trailing
 *     slashes; a query of the configured URL stays behind it
 * @param body ASCII text to be sent as {@code application/json}, if there is a body
 * @param mode which HTTP to speak
 */
public record ProbeRequest(Layer layer, String method, String pathSuffix, Optional<String> body, TransportMode mode) {

    private static final String EL_BATCH = "[{\"jsonrpc\":\"2.0\",\"method\":\"eth_syncing\",\"params\":[],\"id\":1},"
            + "{\"jsonrpc\":\"2.0\",\"method\":\"net_peerCount\",\"params\":[],\"id\":2},"
            + "{\"jsonrpc\":\"2.0\",\"method\":\"eth_getBlockByNumber\",\"params\":[\"latest\",false],\"id\":3}]";

    /**
     * Checks the parts.
     *
     * @param layer see the record
     * @param method see the record
     * @param pathSuffix see the record
     * @param body see the record
     * @param mode see the record
     */
    public ProbeRequest {
        Objects.requireNonNull(layer, "layer");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(pathSuffix, "pathSuffix");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(mode, "mode");
    }

    static ProbeRequest elBatch(TransportMode mode) {
        return new ProbeRequest(Layer.EL, "POST", "", Optional.of(EL_BATCH), mode);
    }

    static ProbeRequest clSyncing() {
        return beacon("/eth/v1/node/syncing");
    }

    static ProbeRequest clPeerCount() {
        return beacon("/eth/v1/node/peer_count");
    }

    static ProbeRequest clDepositContract() {
        return beacon("/eth/v1/config/deposit_contract");
    }

    static ProbeRequest clSpec() {
        return beacon("/eth/v1/config/spec");
    }

    static ProbeRequest clHeadBlock() {
        return beacon("/eth/v2/beacon/blocks/head");
    }

    /** The EL's chain and, if a hash is given, the block that it belongs to. */
    static ProbeRequest elFit(TransportMode mode, Optional<String> blockHash) {
        String block = blockHash
                .map(hash -> ",{\"jsonrpc\":\"2.0\",\"method\":\"eth_getBlockByHash\",\"params\":[\"" + hash
                        + "\",false],\"id\":2}")
                .orElse("");
        String batch = "[{\"jsonrpc\":\"2.0\",\"method\":\"eth_chainId\",\"params\":[],\"id\":1}" + block + "]";
        return new ProbeRequest(Layer.EL, "POST", "", Optional.of(batch), mode);
    }

    private static ProbeRequest beacon(String path) {
        return new ProbeRequest(Layer.CL, "GET", path, Optional.empty(), TransportMode.HTTP_1_1);
    }
}
