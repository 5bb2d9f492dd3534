package io.ethryx.server.real;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A child process whose stdout is read to its end and whose stderr goes to a file. */
public final class RunningProcess implements AutoCloseable {

    private static final String READY = "ready ";
    private static final String PREPARING = "ethryx: preparing the class archive for a fast start ...\n";

    private final String name;
    private final Process process;
    private final Path errors;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<String> readyUrl = new CompletableFuture<>();

    private RunningProcess(String name, Process process, Path errors) {
        this.name = name;
        this.process = process;
        this.errors = errors;
    }

    public static RunningProcess start(String name, List<String> command) throws IOException {
        Path errors = Files.createDirectories(Path.of("target", "real")).resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        // The program runs on the JVM that runs the tests.
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        process.getOutputStream().close();
        RunningProcess running = new RunningProcess(name, process, errors);
        Thread reader = new Thread(running::readLines, name + "-stdout");
        reader.setDaemon(true);
        reader.start();
        return running;
    }

    private void readLines() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
                if (line.startsWith(READY)) {
                    readyUrl.complete(line.substring(READY.length()));
                }
            }
            readyUrl.completeExceptionally(new IllegalStateException(name + " ended before it was ready"));
        } catch (IOException failure) {
            readyUrl.completeExceptionally(new UncheckedIOException(failure));
        }
    }

    /** The URL of the line {@code ready URL}. */
    public String awaitReady(Duration patience) throws IOException, InterruptedException {
        try {
            return readyUrl.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            throw new IllegalStateException(name + " is not ready; it said: " + said(), failure);
        }
    }

    boolean alive() {
        return process.isAlive();
    }

    /** What came on stdout so far. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    /** What came on stderr so far, without what the launcher says the first time that it runs a jar on a virtual machine. */
    String said() throws IOException {
        return Files.readString(errors).replace(PREPARING, "");
    }

    /** Sends a signal, such as {@code INT}. */
    void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Waits for the end. */
    int exit(Duration patience) throws InterruptedException {
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException(name + " was still there after " + patience);
        }
        return process.exitValue();
    }

    /** Sends TERM and waits for the end. */
    int terminate(Duration patience) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IllegalStateException(name + " was still there " + patience + " after TERM");
        }
        return process.exitValue();
    }

    @Override
    public void close() throws InterruptedException {
        if (process.isAlive()) {
            terminate(Duration.ofSeconds(20));
        }
    }
}
