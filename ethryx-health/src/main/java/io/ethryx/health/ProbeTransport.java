package io.ethryx.health;

/**
 * Carries probes to the two upstreams. The one thing that an embedding program has to bring, or take ready-made as
 * {@link JdkProbeTransport}.
 *
 * <p>A transport knows the upstreams' URLs, joins {@link ProbeRequest#pathSuffix} to them, turns their userinfo into Basic
 * authorization, follows no redirect, sends no Accept field and reads at most {@link ProbeResponse#MAX_BODY_BYTES} of an
 * answer. It needs no time-out of its own: the monitor cancels what takes too long.
 */
public interface ProbeTransport {

    /**
     * Begins a call. Called on the monitor's thread and must not block it.
     *
     * @param request what to ask
     * @param listener hears of the answer, on any thread, also from inside this method
     * @return the call, so that it can be given up
     */
    ProbeCall call(ProbeRequest request, ProbeListener listener);

    /**
     * Whether {@link TransportMode#HTTP_2} can be asked for. If not, every request says HTTP/1.1 and no h2c verdict is
     * formed.
     *
     * @return false unless overridden; constant
     */
    default boolean supportsHttp2() {
        return false;
    }

    /**
     * Whether the EL's URL is https, which decides whether HTTP/2 to it is called {@code h2} or {@code h2c}.
     *
     * @return false unless overridden; constant
     */
    default boolean secureEl() {
        return false;
    }
}
