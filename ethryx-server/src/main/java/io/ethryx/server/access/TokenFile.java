package io.ethryx.server.access;

import io.ethryx.server.logging.Targets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that holds one token, which may be changed while it is in use. What can't be a token is told in the log once, and the
 * last one stays. Only a hash of it is kept, and comparing takes the same time however much is right.
 */
final class TokenFile implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final int MOST_BYTES = 4_096;

    private final Path file;
    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "ethryx-token-file");
        thread.setDaemon(true);
        return thread;
    });
    private volatile byte[] hash;
    private boolean started;
    private boolean told;

    private TokenFile(Path file, byte[] hash) {
        this.file = file;
        this.hash = hash;
    }

    /** Reads a file. */
    static TokenFile read(Path file) throws UnusableFileException {
        return new TokenFile(file, hashIn(file));
    }

    /** Begins to look after it. */
    synchronized void start() {
        if (!started) {
            started = true;
            Future<?> untilClosed = scheduler.scheduleWithFixedDelay(
                    this::refresh, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    boolean matches(@Nullable String token) {
        return token != null && MessageDigest.isEqual(hash, hash(token));
    }

    /** Reads it again. */
    synchronized void refresh() {
        try {
            byte[] read = hashIn(file);
            if (!MessageDigest.isEqual(read, hash)) {
                hash = read;
                LOG.atInfo().addKeyValue("file", file.toString()).log("admin token changed");
            }
            told = false;
        } catch (UnusableFileException unusable) {
            if (!told) {
                told = true;
                LOG.atWarn().addKeyValue("error", unusable.getMessage()).log("the last admin token stays");
            }
        }
    }

    private static byte[] hashIn(Path file) throws UnusableFileException {
        byte[] content = content(file);
        String token = new String(content, StandardCharsets.UTF_8).strip();
        if (token.isEmpty() || content.length > MOST_BYTES) {
            throw unusable(file, token.isEmpty() ? "is empty" : "holds more than " + MOST_BYTES + " bytes");
        }
        if (!token.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw unusable(file, "holds blanks or other than printable ASCII");
        }
        return hash(token);
    }

    /** No more than is needed to see that it is too much. */
    private static byte[] content(Path file) throws UnusableFileException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MOST_BYTES + 1);
        } catch (IOException e) {
            throw unusable(file, "can't be read (" + e + ")");
        }
    }

    private static UnusableFileException unusable(Path file, String what) {
        return new UnusableFileException(
                "admin.token_file: " + file + ": " + what + "; write one token into it, alone");
    }

    private static byte[] hash(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
