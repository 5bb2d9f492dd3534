package io.ethryx.routing;

/**
 * Methods whose call may not reach two nodes: what they submit would be submitted twice, or what they make would be made on
 * a node that nobody asks for it.
 */
public final class SubmittingMethods {

    private SubmittingMethods() {}

    /**
     * Whether a method submits: {@code eth_send*}, {@code eth_submit*}, {@code engine_*}, subscriptions and filters, and what
     * signs and sends with a key of the node.
     *
     * @param method its exact name
     * @return false for an unknown method
     */
    public static boolean contains(String method) {
        return method.startsWith("eth_send")
                || method.startsWith("eth_submit")
                || method.startsWith("engine_")
                || method.startsWith("personal_send")
                || method.equals("eth_resend")
                || method.endsWith("subscribe")
                || FilterMethods.make(method)
                || FilterMethods.name(method);
    }
}
