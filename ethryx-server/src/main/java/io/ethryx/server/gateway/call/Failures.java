package io.ethryx.server.gateway.call;

import io.ethryx.core.line.FailureKind;
import io.ethryx.server.upstream.UpstreamFailure;

/** What a failed call to a node means to the line. */
final class Failures {

    private Failures() {}

    static FailureKind kindOf(UpstreamFailure failure) {
        return switch (failure.kind()) {
            case CONNECT, CONNECT_TIMEOUT -> FailureKind.CONNECT;
            case OVERLOADED -> FailureKind.POOL_EXHAUSTED;
            case CLOSED, STALE, TRUNCATED -> FailureKind.CLOSED;
            case MALFORMED -> FailureKind.MALFORMED;
            case BAD_REQUEST, TOO_LARGE -> FailureKind.UNSENT;
        };
    }
}
