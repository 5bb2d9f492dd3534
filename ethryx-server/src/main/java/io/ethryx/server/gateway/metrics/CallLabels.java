package io.ethryx.server.gateway.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The values of the labels that clients and nodes make up.
 *
 * @param hosts hosts that clients name
 * @param methods methods that they call
 * @param dapps applications that they say they are
 * @param codes codes of JSON-RPC errors
 */
record CallLabels(LabelValues hosts, LabelValues methods, LabelValues dapps, LabelValues codes) {

    /** Methods without a block, which no table has. */
    private static final List<String> USUAL = List.of(
            "eth_accounts",
            "eth_blobBaseFee",
            "eth_blockNumber",
            "eth_chainId",
            "eth_gasPrice",
            "eth_getBlockByHash",
            "eth_getFilterChanges",
            "eth_getFilterLogs",
            "eth_getTransactionByHash",
            "eth_getTransactionReceipt",
            "eth_maxPriorityFeePerGas",
            "eth_sendRawTransaction",
            "eth_sendTransaction",
            "eth_subscribe",
            "eth_syncing",
            "eth_unsubscribe",
            "getLatestBlock",
            "net_listening",
            "net_peerCount",
            "net_version",
            "web3_clientVersion",
            "web3_sha3");

    /**
     * Labels that know some methods, which never become {@code other}.
     *
     * @param known methods of tables and settings
     * @return labels without any other value yet
     */
    static CallLabels knowing(Collection<String> known) {
        List<String> methods = new ArrayList<>(USUAL);
        methods.addAll(known);
        methods.add(CallFamilies.BATCH);
        return new CallLabels(
                new LabelValues(List.of()),
                new LabelValues(methods),
                new LabelValues(List.of()),
                new LabelValues(List.of()));
    }
}
