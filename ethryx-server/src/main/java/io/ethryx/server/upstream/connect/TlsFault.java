package io.ethryx.server.upstream.connect;

import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says in one phrase why a TLS handshake failed. */
final class TlsFault {

    private TlsFault() {}

    static String phrase(@Nullable Throwable thrown) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof UntrustedPeerException) {
                return String.valueOf(at.getMessage());
            }
            if (at instanceof SSLException && isNoTls(String.valueOf(at.getMessage()))) {
                return "it does not speak TLS";
            }
            if (at instanceof ClosedChannelException) {
                return "it closed the connection during the TLS handshake";
            }
        }
        return "the TLS handshake failed";
    }

    private static boolean isNoTls(String message) {
        return message.startsWith("not an SSL/TLS record") || message.startsWith("Unsupported or unrecognized SSL");
    }
}
