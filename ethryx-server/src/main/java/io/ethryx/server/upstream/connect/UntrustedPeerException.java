package io.ethryx.server.upstream.connect;

import java.io.Serial;
import java.security.cert.CertificateException;

/** A certificate is not trusted; the message is one phrase that may be shown. */
final class UntrustedPeerException extends CertificateException {

    @Serial
    private static final long serialVersionUID = 1;

    UntrustedPeerException(String phrase, CertificateException cause) {
        super(phrase, cause);
    }
}
