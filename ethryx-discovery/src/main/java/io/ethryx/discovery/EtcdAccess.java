package io.ethryx.discovery;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How to be let in by etcd.
 *
 * @param username the user, empty for none
 * @param passwordFile the file that holds the password, needed with a user; blanks around the password do not count
 * @param caFile certificates (PEM) to trust instead of the system's, or null for the system's
 * @param certFile the client's certificate chain (PEM), or null for none
 * @param keyFile the private key of that certificate (PEM, PKCS #8), or null for none
 */
public record EtcdAccess(
        String username,
        @Nullable Path passwordFile,
        @Nullable Path caFile,
        @Nullable Path certFile,
        @Nullable Path keyFile) {

    /** No user, no certificate, and the system's trust. */
    public static final EtcdAccess OPEN = new EtcdAccess("", null, null, null, null);

    /**
     * Checks the parts.
     *
     * @param username see the record
     * @param passwordFile see the record
     * @param caFile see the record
     * @param certFile see the record
     * @param keyFile see the record
     * @throws IllegalArgumentException if one of a pair is missing
     */
    public EtcdAccess {
        Objects.requireNonNull(username, "username");
        if (username.isEmpty() != (passwordFile == null)) {
            throw new IllegalArgumentException("a user and a password file go together");
        }
        if ((certFile == null) != (keyFile == null)) {
            throw new IllegalArgumentException("a certificate file and a key file go together");
        }
    }

    /**
     * With user and password.
     *
     * @param user see {@code username}
     * @param file see {@code passwordFile}
     * @return a new value
     */
    public EtcdAccess withPassword(String user, Path file) {
        return new EtcdAccess(user, file, caFile, certFile, keyFile);
    }

    /**
     * With certificates to trust.
     *
     * @param file see {@code caFile}
     * @return a new value
     */
    public EtcdAccess withCa(Path file) {
        return new EtcdAccess(username, passwordFile, file, certFile, keyFile);
    }

    /**
     * With the client's own certificate.
     *
     * @param cert see {@code certFile}
     * @param key see {@code keyFile}
     * @return a new value
     */
    public EtcdAccess withCertificate(Path cert, Path key) {
        return new EtcdAccess(username, passwordFile, caFile, cert, key);
    }
}
