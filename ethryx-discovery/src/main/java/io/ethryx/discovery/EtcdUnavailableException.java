package io.ethryx.discovery;

/** etcd could not be asked, or did not say whether an edit was made. The message has no secrets. */
public final class EtcdUnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    EtcdUnavailableException(Throwable cause) {
        super(JetcdFailures.of(cause).getMessage(), cause);
    }
}
