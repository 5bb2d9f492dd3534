package io.ethryx.server.upstream.connect;

import io.undertow.connector.ByteBufferPool;
import io.undertow.protocols.ssl.TlsClientConnections;
import io.undertow.server.DefaultByteBufferPool;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.xnio.StreamConnection;
import org.xnio.ssl.SslConnection;

/**
 * How connections to upstreams are secured (decision S19): the JVM's trust store and perhaps more certificates, and the
 * host's name always checked against the certificate (RFC 9110 section 4.3.4). Thread-safe.
 */
public final class UpstreamTls {

    /** Holds a record of TLS with its frame. */
    private static final int BUFFER_BYTES = 17 * 1_024;

    private final SSLContext context;
    private final PeerTrust trust;
    private final ByteBufferPool buffers = new DefaultByteBufferPool(true, BUFFER_BYTES, -1, 12);

    private UpstreamTls(SSLContext context, PeerTrust trust) {
        this.context = context;
        this.trust = trust;
    }

    /**
     * Reads what is to be trusted.
     *
     * @param caFile PEM certificates to trust besides the system's
     * @return the way to secure connections
     * @throws IOException with one phrase that says what is wrong with the file, such as {@code holds no certificate}
     */
    public static UpstreamTls trusting(Optional<Path> caFile) throws IOException {
        List<X509Certificate> more = caFile.isPresent() ? certificates(caFile.get()) : List.of();
        try {
            PeerTrust trust = new PeerTrust(manager(more));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
            return new UpstreamTls(context, trust);
        } catch (GeneralSecurityException e) {
            throw new IOException("can't be used by this JVM: " + e.getMessage(), e);
        }
    }

    /**
     * Sees whether a file can be used by {@link #trusting}.
     *
     * @param caFile PEM certificates
     * @throws IOException with one phrase that says what is wrong with the file
     */
    public static void check(Path caFile) throws IOException {
        certificates(caFile);
    }

    private static List<X509Certificate> certificates(Path file) throws IOException {
        try {
            Collection<? extends Certificate> read = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
            List<X509Certificate> certificates = new ArrayList<>();
            for (Certificate certificate : read) {
                certificates.add((X509Certificate) certificate);
            }
            if (certificates.isEmpty()) {
                throw new CertificateException("an empty file");
            }
            return certificates;
        } catch (CertificateException e) {
            throw new IOException("holds no certificate, or something else besides", e);
        } catch (NoSuchFileException e) {
            throw new IOException("does not exist", e);
        } catch (IOException e) {
            throw new IOException("can't be read", e);
        }
    }

    private static X509ExtendedTrustManager manager(List<X509Certificate> more)
            throws GeneralSecurityException, IOException {
        X509ExtendedTrustManager system = manager((KeyStore) null);
        if (more.isEmpty()) {
            return system;
        }
        KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
        all.load(null, null);
        int n = 0;
        for (X509Certificate issuer : system.getAcceptedIssuers()) {
            all.setCertificateEntry("system-" + n++, issuer);
        }
        for (X509Certificate certificate : more) {
            all.setCertificateEntry("more-" + n++, certificate);
        }
        return manager(all);
    }

    private static X509ExtendedTrustManager manager(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509ExtendedTrustManager extended) {
                return extended;
            }
        }
        throw new GeneralSecurityException("it has no trust manager for X.509");
    }

    /** An engine for one connection, which offers the protocols in this order. */
    RecordingEngine engine(String host, int port, String... protocols) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(protocols);
        engine.setSSLParameters(parameters);
        return new RecordingEngine(engine);
    }

    /** What was wrong with the certificate that an engine was shown, if anything; asked once. */
    Optional<String> fault(SSLEngine engine) {
        return trust.fault(engine);
    }

    /**
     * Whether what came over a connection has ended without the peer's word that it is the end, so that more may have been
     * meant to come (RFC 9112 section 9.8). Without TLS there is no such word.
     *
     * @param connection one that has come to its end
     * @return true if a body that ends with the connection is not known to be whole
     */
    public static boolean isCutShort(StreamConnection connection) {
        return engineOf(connection).map(RecordingEngine::isCutShort).orElse(false);
    }

    /**
     * What a peer said when it broke TLS off, such as {@code it broke TLS off: certificate required}.
     *
     * @param connection one that is lost
     * @return a phrase, or nothing if it said nothing
     */
    public static Optional<String> lastWord(StreamConnection connection) {
        return engineOf(connection).flatMap(TlsFault::ofBreak);
    }

    private static Optional<RecordingEngine> engineOf(StreamConnection connection) {
        return connection instanceof SslConnection secured
                        && TlsClientConnections.engine(secured) instanceof RecordingEngine engine
                ? Optional.of(engine)
                : Optional.empty();
    }

    ByteBufferPool buffers() {
        return buffers;
    }
}
