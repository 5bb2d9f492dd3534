package io.ethryx.server.gateway.metrics;

import io.ethryx.core.AnswerError;
import io.ethryx.core.ErrorCatalogue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The values of the {@code reason} label, by the code of an error and, where that leaves it open, by its words. */
enum FailureReason {
    RATE_LIMITED,
    METHOD_NOT_ALLOWED,
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    RESPONSE_UNMARSHAL_FAILED,
    RESPONSE_PARSE_TIMEOUT,
    INVALID_RESPONSE,
    NO_NATIVE_BACKENDS_AVAILABLE,
    NO_BACKENDS_AVAILABLE,
    NO_REVERSE_PROXY_AVAILABLE,
    UPSTREAM_BAD_GATEWAY,
    UPSTREAM_GATEWAY_TIMEOUT,
    REQUEST_TRANSFORM_FAILED,
    SERVER_ERROR_OTHER,
    INTERNAL_ERROR_OTHER,
    TIMEOUT_OTHER,
    RPC_ERROR_OTHER;

    private static final String TIMEOUT = "timeout";

    private final String label = name().toLowerCase(Locale.ROOT);

    /** How the label says it. */
    String label() {
        return label;
    }

    /** The reason of an error, a node's or our own. Allocates nothing. */
    static FailureReason of(AnswerError error) {
        return switch (error.code()) {
            case ErrorCatalogue.TOO_MANY_REQUESTS -> RATE_LIMITED;
            case ErrorCatalogue.METHOD_NOT_ALLOWED -> METHOD_NOT_ALLOWED;
            case ErrorCatalogue.INVALID_PARAMS -> INVALID_PARAMS;
            case ErrorCatalogue.INVALID_REQUEST -> INVALID_REQUEST;
            case ErrorCatalogue.PARSE_ERROR -> PARSE_ERROR;
            case ErrorCatalogue.GATEWAY_TIMEOUT -> UPSTREAM_GATEWAY_TIMEOUT;
            case ErrorCatalogue.INVALID_RESPONSE -> ofResponse(error);
            case ErrorCatalogue.SERVER_ERROR -> ofServer(error);
            default -> says(error, TIMEOUT) ? TIMEOUT_OTHER : RPC_ERROR_OTHER;
        };
    }

    private static FailureReason ofResponse(AnswerError error) {
        if (says(error, "unmarshal")) {
            return RESPONSE_UNMARSHAL_FAILED;
        }
        return says(error, TIMEOUT) ? RESPONSE_PARSE_TIMEOUT : INVALID_RESPONSE;
    }

    private static FailureReason ofServer(AnswerError error) {
        String data = error.data();
        if (contains(data, "no native backends available")) {
            return NO_NATIVE_BACKENDS_AVAILABLE;
        } else if (contains(data, "no backends available")) {
            return NO_BACKENDS_AVAILABLE;
        } else if (contains(data, "no reverse proxy available")) {
            return NO_REVERSE_PROXY_AVAILABLE;
        } else if (contains(data, "reverse proxy bad gateway")) {
            return UPSTREAM_BAD_GATEWAY;
        } else if (contains(data, "reverse proxy gateway timeout")) {
            return UPSTREAM_GATEWAY_TIMEOUT;
        } else if (contains(data, "marshal")) {
            return REQUEST_TRANSFORM_FAILED;
        }
        return contains(error.message(), "server error") ? SERVER_ERROR_OTHER : INTERNAL_ERROR_OTHER;
    }

    private static boolean says(AnswerError error, String words) {
        return contains(error.message(), words) || contains(error.data(), words);
    }

    private static boolean contains(@Nullable String text, String words) {
        if (text == null) {
            return false;
        }
        for (int i = 0; i <= text.length() - words.length(); i++) {
            if (text.regionMatches(true, i, words, 0, words.length())) {
                return true;
            }
        }
        return false;
    }
}
