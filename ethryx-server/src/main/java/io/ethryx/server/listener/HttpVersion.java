package io.ethryx.server.listener;

/** What a client speaks. */
public enum HttpVersion {
    /** RFC 1945 as RFC 9112 appendix C.2 reads it. */
    HTTP_1_0("HTTP/1.0"),
    /** RFC 9112. */
    HTTP_1_1("HTTP/1.1"),
    /** RFC 9113. */
    HTTP_2("HTTP/2.0");

    private final String text;

    HttpVersion(String text) {
        this.text = text;
    }

    /** The version as access lines show it. */
    @Override
    public String toString() {
        return text;
    }
}
