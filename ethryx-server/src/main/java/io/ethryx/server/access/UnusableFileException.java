package io.ethryx.server.access;

import java.io.IOException;

/**
 * A file that the configuration names for operators is of no use. The message names key, file, rule and remedy, and nothing of
 * the content.
 */
public final class UnusableFileException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * Tells a file.
     *
     * @param message see the class
     */
    public UnusableFileException(String message) {
        super(message);
    }
}
