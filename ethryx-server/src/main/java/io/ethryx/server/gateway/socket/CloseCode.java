package io.ethryx.server.gateway.socket;

/** Codes that the gateway closes with (RFC 6455 section 7.4.1 and the registry that it made). */
final class CloseCode {

    static final int NORMAL = 1000;
    static final int GOING_AWAY = 1001;
    static final int INTERNAL_ERROR = 1011;
    static final int SERVICE_RESTART = 1012;
    static final int TRY_AGAIN_LATER = 1013;

    private CloseCode() {}
}
