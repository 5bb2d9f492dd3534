package io.ethryx.health;

/** How a probe travels. */
public enum TransportMode {
    /** HTTP/1.1, over TLS where the upstream's URL is https. */
    HTTP_1_1,
    /** HTTP/2: with prior knowledge in cleartext, by ALPN over TLS. */
    HTTP_2;

    TransportMode other() {
        return this == HTTP_2 ? HTTP_1_1 : HTTP_2;
    }
}
