package io.ethryx.server.gateway.access;

import java.io.IOException;

/** The token file of the configuration holds no token. The message names key, file, rule and remedy, and no content. */
public final class UnusableTokenException extends IOException {

    private static final long serialVersionUID = 1L;

    UnusableTokenException(String message) {
        super(message);
    }
}
