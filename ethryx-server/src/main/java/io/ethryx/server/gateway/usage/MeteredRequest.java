package io.ethryx.server.gateway.usage;

/** A request that is metered. Confined to its IO thread. */
@FunctionalInterface
public interface MeteredRequest {

    /** One that is not metered. */
    MeteredRequest UNMETERED = () -> {};

    /** Takes it out of metering: it asked for nothing. */
    void forget();
}
