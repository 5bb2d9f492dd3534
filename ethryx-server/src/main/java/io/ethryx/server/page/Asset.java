package io.ethryx.server.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A file that comes with the program and never changes. */
public enum Asset {
    /** How pages look. */
    STYLE("style.css", "text/css; charset=utf-8"),
    /** What brings pages up to date. */
    SCRIPT("live.js", "text/javascript; charset=utf-8");

    /** What a page may load and do: this server's own style and script, and asking it again. */
    public static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self';"
                    + " base-uri 'none'; frame-ancestors 'none'";

    private final String file;
    private final String type;

    Asset(String file, String type) {
        this.file = file;
        this.type = type;
    }

    /** {@return its path} */
    public String path() {
        return "/ui/" + file;
    }

    /** {@return its media type} */
    public String type() {
        return type;
    }

    /** {@return its bytes, read anew at each call} */
    public byte[] bytes() {
        try (InputStream resource = Asset.class.getResourceAsStream(file)) {
            if (resource == null) {
                throw new IllegalStateException(file + " is not beside its class");
            }
            return resource.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
