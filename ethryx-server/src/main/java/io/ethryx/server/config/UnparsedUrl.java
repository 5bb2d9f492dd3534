package io.ethryx.server.config;

/**
 * A URL that is kept as it was given and looked at later. Its {@code toString} is masked, so that no log can leak it.
 *
 * @param text as the operator wrote it, secrets included
 */
public record UnparsedUrl(String text) {

    /** The URL as it may be printed (decision S13). */
    @Override
    public String toString() {
        return UrlMask.of(text);
    }
}
