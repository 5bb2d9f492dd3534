package io.ethryx.server.proxy;

import io.ethryx.server.config.UpstreamUrl;
import io.ethryx.server.upstream.Upstream;
import org.jspecify.annotations.Nullable;

/**
 * An upstream and how requests are addressed to it.
 *
 * @param layer the label of the layer: {@code EL} or {@code CL}
 * @param upstream the connections
 * @param targets how the client's target and the configured URL become one
 * @param authorization the Authorization that replaces the client's own, if the URL has userinfo
 * @param secure whether it is spoken to over TLS
 */
public record Destination(
        String layer,
        Upstream upstream,
        UpstreamTargets targets,
        @Nullable String authorization,
        boolean secure) {

    /**
     * A destination from its configured URL.
     *
     * @param layer the label of the layer
     * @param url the configured URL
     * @param upstream the connections to its host
     * @return the destination
     */
    public static Destination of(String layer, UpstreamUrl url, Upstream upstream) {
        return new Destination(
                layer,
                upstream,
                UpstreamTargets.of(url.path(), url.query().orElse("")),
                url.authorization().orElse(null),
                url.secure());
    }

    /**
     * The same destination, where one path stands for whatever path a client asks for.
     *
     * @param path the path, beginning with a slash
     * @return the destination
     */
    public Destination insteadOfThePath(String path) {
        return new Destination(layer, upstream, targets.insteadOfThePath(path), authorization, secure);
    }
}
