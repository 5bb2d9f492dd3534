package io.ethryx.server.upstream.connect;

import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says in one phrase why TLS failed, for those who run the peer. */
final class TlsFault {

    private static final String ALERT = "fatal alert: ";

    private TlsFault() {}

    /** Why a handshake failed; what was wrong with a certificate is asked of who judged it. */
    static String ofHandshake(RecordingEngine engine, UpstreamTls tls) {
        String untrusted = tls.fault(engine.engine()).orElse(null);
        if (untrusted != null) {
            return untrusted;
        }
        SSLException fault = engine.fault();
        String message = fault == null ? "" : String.valueOf(fault.getMessage());
        String alert = alert(message);
        if (alert != null) {
            return "it refused the TLS handshake: " + alert;
        } else if (isNoTls(message)) {
            return "it does not speak TLS";
        } else if (message.contains("protocol version")) {
            return "it speaks no version of TLS that is accepted";
        }
        return engine.isCutShort() ? "it closed the connection during the TLS handshake" : "the TLS handshake failed";
    }

    /** What a peer said that broke off an open connection, if it said anything. */
    static Optional<String> ofBreak(RecordingEngine engine) {
        SSLException fault = engine.fault();
        String alert = fault == null ? null : alert(String.valueOf(fault.getMessage()));
        return Optional.ofNullable(alert).map(words -> "it broke TLS off: " + words);
    }

    /** The alert of a message such as {@code Received fatal alert: certificate_required}, in words. */
    private static @Nullable String alert(String message) {
        int at = message.indexOf(ALERT);
        return at < 0
                ? null
                : message.substring(at + ALERT.length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', ' ');
    }

    private static boolean isNoTls(String message) {
        return message.contains("SSL message")
                || message.contains("SSL/TLS record")
                || message.startsWith("Unsupported record version");
    }
}
