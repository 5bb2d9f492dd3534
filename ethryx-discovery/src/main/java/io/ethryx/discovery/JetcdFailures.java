package io.ethryx.discovery;

import io.etcd.jetcd.common.exception.CompactedException;
import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Tells apart what jetcd throws. etcd says much of it in words only, since its codes differ between versions. */
final class JetcdFailures {

    private static final int MAX_CAUSES = 8;
    private static final int MAX_REASON_CHARS = 500;

    private static final Pattern CLASS_NAME = Pattern.compile("^([a-z0-9]+\\.)+[A-Za-z]+: ");

    private JetcdFailures() {}

    /** The failure; of one that was told apart already the same. */
    static StoreFailure of(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreFailure known) {
                return known;
            }
        }
        String text = text(thrown);
        return new StoreFailure(kind(thrown, text), Excerpt.of(text, MAX_REASON_CHARS), thrown);
    }

    /** Whether an answer was larger than what is accepted, and nobody dealt with that yet. */
    static boolean isTooLarge(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreFailure) {
                return false;
            }
            if (cause instanceof EtcdException etcd && etcd.getErrorCode() == ErrorCode.RESOURCE_EXHAUSTED) {
                return true;
            }
        }
        return false;
    }

    private static StoreFailure.Kind kind(Throwable thrown, String text) {
        if (isCompacted(thrown) || text.contains("revision has been compacted")) {
            return StoreFailure.Kind.COMPACTED;
        }
        if (text.contains("authentication is not enabled")) {
            return StoreFailure.Kind.WANTS_NO_PASSWORD;
        }
        return StoreFailure.Kind.OTHER;
    }

    private static boolean isCompacted(Throwable thrown) {
        return thrown instanceof CompactedException || thrown.getCause() instanceof CompactedException;
    }

    /** All messages on the way to the root, each once. */
    private static String text(Throwable thrown) {
        List<String> messages = new ArrayList<>();
        Throwable cause = thrown;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            String message = firstLine(cause);
            boolean said = messages.stream().anyMatch(earlier -> earlier.contains(message));
            if (!said) {
                messages.removeIf(message::contains);
                messages.add(message);
            }
            cause = cause.getCause();
        }
        return String.join(": ", messages);
    }

    /** Without the name of an exception's class, nor what netty says of its pipeline. */
    private static String firstLine(Throwable cause) {
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        String line = message.lines().findFirst().orElse("");
        return CLASS_NAME.matcher(line).replaceFirst("");
    }
}
