package io.ethryx.health;

import java.util.Map;

/** Looks at an answer's status and size before its body is read. */
final class HttpAnswer {

    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(300, "Multiple Choices"),
            Map.entry(301, "Moved Permanently"),
            Map.entry(302, "Found"),
            Map.entry(303, "See Other"),
            Map.entry(304, "Not Modified"),
            Map.entry(307, "Temporary Redirect"),
            Map.entry(308, "Permanent Redirect"),
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(402, "Payment Required"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(406, "Not Acceptable"),
            Map.entry(408, "Request Timeout"),
            Map.entry(410, "Gone"),
            Map.entry(411, "Length Required"),
            Map.entry(413, "Payload Too Large"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(421, "Misdirected Request"),
            Map.entry(422, "Unprocessable Entity"),
            Map.entry(426, "Upgrade Required"),
            Map.entry(429, "Too Many Requests"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(501, "Not Implemented"),
            Map.entry(502, "Bad Gateway"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"),
            Map.entry(505, "HTTP Version Not Supported"));

    private HttpAnswer() {}

    /** The body's value, or what is wrong before it can be read. */
    static JsonValue json(ProbeResponse response) throws UnusableAnswerException {
        int status = response.status();
        if (status < 200 || status > 299) {
            String reason = REASONS.getOrDefault(status, response.reason());
            throw new UnusableAnswerException(("http " + status + " " + Excerpt.of(reason)).strip());
        }
        if (response.body().length > ProbeResponse.MAX_BODY_BYTES) {
            throw new UnusableAnswerException(ProbeFailure.tooLong().text());
        }
        try {
            return JsonValue.parse(response.body());
        } catch (MalformedJsonException malformed) {
            throw new UnusableAnswerException("decode: " + malformed.getMessage());
        }
    }
}
