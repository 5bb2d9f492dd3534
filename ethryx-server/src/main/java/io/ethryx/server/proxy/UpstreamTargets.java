package io.ethryx.server.proxy;

/**
 * Joins the client's request target to the path and query of the configured URL, byte for byte: nothing is decoded,
 * normalised or dropped.
 */
public final class UpstreamTargets {

    private final String rootTarget;
    private final String pathPrefix;
    private final String query;

    private UpstreamTargets(String rootTarget, String pathPrefix, String query) {
        this.rootTarget = rootTarget;
        this.pathPrefix = pathPrefix;
        this.query = query;
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
        return new UpstreamTargets(root, path.substring(0, end), query);
    }

    /**
     * The target to ask the upstream for. The client's {@code /} stands for the configured URL as it is; anything else is
     * appended to the configured path without its trailing slashes, and the configured query follows the client's.
     *
     * @param target the client's target: {@code *}, or a path with or without a query
     * @return the upstream's target; the same object where nothing is to be joined
     */
    public String join(String target) {
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
