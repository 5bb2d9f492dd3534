package io.ethryx.server.upstream.connect;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts whom another manager trusts, and remembers in one phrase why a peer was not trusted: on some paths the exception
 * itself is lost.
 */
final class PeerTrust extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager judge;
    private final Map<SSLEngine, String> faults = Collections.synchronizedMap(new WeakHashMap<>());

    PeerTrust(X509ExtendedTrustManager judge) {
        this.judge = judge;
    }

    Optional<String> fault(SSLEngine engine) {
        return Optional.ofNullable(faults.remove(engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        try {
            judge.checkServerTrusted(chain, authType, engine);
        } catch (CertificateException e) {
            String phrase = phrase(chain, authType, e);
            faults.put(engine, phrase);
            throw new UntrustedPeerException(phrase, e);
        }
    }

    private String phrase(X509Certificate[] chain, String authType, CertificateException why) {
        for (Throwable at = why; at != null; at = at.getCause()) {
            if (at instanceof CertificateExpiredException) {
                return "its certificate has expired";
            }
            if (at instanceof CertificateNotYetValidException) {
                return "its certificate is not valid yet";
            }
        }
        return trusted(chain, authType)
                ? "its certificate is for another host"
                : "its certificate comes from nobody that is trusted";
    }

    /** Without the host's name. */
    private boolean trusted(X509Certificate[] chain, String authType) {
        try {
            judge.checkServerTrusted(chain, authType);
            return true;
        } catch (CertificateException e) {
            return false;
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket)
            throws CertificateException {
        judge.checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        judge.checkServerTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, @Nullable Socket socket)
            throws CertificateException {
        judge.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        judge.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        judge.checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return judge.getAcceptedIssuers();
    }
}
