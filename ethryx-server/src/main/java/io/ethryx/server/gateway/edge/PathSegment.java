package io.ethryx.server.gateway.edge;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** A segment of a request's path. Stateless. */
public final class PathSegment {

    private PathSegment() {}

    /**
     * A segment without its percent-encoding.
     *
     * @param segment as it was sent
     * @return the text that it stands for; the segment itself if it is wrongly encoded
     */
    public static String decoded(String segment) {
        if (segment.indexOf('%') < 0) {
            return segment;
        }
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return segment;
        }
    }
}
