package io.ethryx.server.proxy;

import org.jspecify.annotations.Nullable;

/**
 * Joins the client's request target to the path and query of the configured URL, byte for byte: nothing is decoded,
 * normalised or dropped.
 */
public final class UpstreamTargets {

    private final String rootTarget;
    private final String pathPrefix;
    private final String query;
    private final @Nullable String instead;

    private UpstreamTargets(String rootTarget, String pathPrefix, String query, @Nullable String instead) {
        this.rootTarget = rootTarget;
        this.pathPrefix = pathPrefix;
        this.query = query;
        this.instead = instead;
    }

    /**
     * The rule for one configured URL.
     *
     * @param path the URL's path, empty or beginning with a slash
     * @param query the URL's query without its question mark, empty for none
     * @return the rule
     */
    public static UpstreamTargets of(String path, String query) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        String root = (path.isEmpty() ? "/" : path) + (query.isEmpty() ? "" : "?" + query);
        return new UpstreamTargets(root, path.substring(0, end), query, null);
    }

    /**
     * The same rule for clients that ask for one thing by another name.
     *
     * @param path stands for the path of each client's target, whose query stays
     * @return the rule
     */
    public UpstreamTargets insteadOfThePath(String path) {
        return new UpstreamTargets(rootTarget, pathPrefix, query, path);
    }

    /**
     * The target to ask the upstream for. The client's {@code /} stands for the configured URL as it is; anything else is
     * appended to the configured path without its trailing slashes, and the configured query follows the client's.
     *
     * @param target the client's target: {@code *}, or a path with or without a query
     * @return the upstream's target; the same object where nothing is to be joined
     */
    public String join(String target) {
        return instead == null ? joined(target) : joined(instead + queryOf(target));
    }

    private static String queryOf(String target) {
        int query = target.indexOf('?');
        return query < 0 ? "" : target.substring(query);
    }

    private String joined(String target) {
        if (target.equals("/")) {
            return rootTarget;
        }
        if (target.equals("*")) {
            return target;
        }
        String joined = pathPrefix.isEmpty() ? target : pathPrefix + target;
        if (query.isEmpty()) {
            return joined;
        }
        return joined + (target.indexOf('?') < 0 ? '?' : '&') + query;
    }
}
