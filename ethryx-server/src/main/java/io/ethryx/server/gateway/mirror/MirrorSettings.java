package io.ethryx.server.gateway.mirror;

import io.ethryx.server.gateway.settings.GatewaySettings;
import io.ethryx.server.gateway.settings.GovernanceSettings;
import java.time.Duration;

/**
 * How copies are sent.
 *
 * @param timeout how long a copy may be on its way, its answer included
 * @param dial how long connecting may take
 * @param idle how long an unused connection is kept
 * @param queue copies that wait for one target, at most
 * @param concurrency copies that are on their way to one target, at most
 * @param credentials whether copies keep credentials and the client id
 */
public record MirrorSettings(
        Duration timeout, Duration dial, Duration idle, int queue, int concurrency, boolean credentials) {

    /**
     * What the configuration file says.
     *
     * @param settings all of it
     * @return the part that is about copies
     */
    public static MirrorSettings of(GatewaySettings settings) {
        GovernanceSettings.Mirror mirror = settings.governance().mirror();
        GatewaySettings.Upstream upstream = settings.upstream();
        return new MirrorSettings(
                upstream.timeouts().usual(),
                upstream.dial(),
                upstream.idle(),
                mirror.queue(),
                mirror.concurrency(),
                mirror.forwardCredentials());
    }
}
