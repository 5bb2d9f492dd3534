package io.ethryx.routing;

import java.util.Set;

/** Methods of filters, which live on the one node that made them. */
public final class FilterMethods {

    private static final Set<String> MAKING =
            Set.of("eth_newFilter", "eth_newBlockFilter", "eth_newPendingTransactionFilter");
    private static final Set<String> NAMING =
            Set.of("eth_getFilterChanges", "eth_getFilterLogs", "eth_uninstallFilter");

    private FilterMethods() {}

    /**
     * Whether a method makes a filter; its result is the filter's id.
     *
     * @param method its exact name
     * @return false for an unknown method
     */
    public static boolean make(String method) {
        return method.startsWith("eth_new") && MAKING.contains(method);
    }

    /**
     * Whether a method asks for a filter that was made; its first parameter is the filter's id.
     *
     * @param method its exact name
     * @return false for an unknown method
     */
    public static boolean name(String method) {
        return method.contains("Filter") && NAMING.contains(method);
    }
}
