package io.ethryx.usage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of batches that are to be sent, one file each, oldest first by name. A batch is in the folder as a whole and on the disk,
 * or not at all: it is written under another name, forced, and renamed. The folder is one process' alone. Used by one thread.
 */
final class Spool {

    private static final String BATCH = ".jsonl";
    private static final String UNFINISHED = ".jsonl.new";
    private static final String REWRITTEN = ".jsonl.rest";
    private static final String LOCK = ".lock";

    /** What the smallest file takes on a disk. */
    private static final long BLOCK = 4096;

    private final Path folder;
    private final long maxBytes;
    private final NavigableMap<String, Long> batches = new TreeMap<>();
    private long bytes;
    private long number;
    private @Nullable FileChannel lockFile;
    private @Nullable FileLock lock;

    Spool(Path folder, long maxBytes) {
        this.folder = Objects.requireNonNull(folder, "folder").toAbsolutePath();
        this.maxBytes = maxBytes;
    }

    /** Takes the folder, and what an earlier process left in it. Does nothing if that was done. */
    void open() throws IOException {
        if (lock != null) {
            return;
        }
        Files.createDirectories(folder);
        FileChannel channel =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            lock = locked(channel);
            lockFile = channel;
            adopt();
        } catch (IOException | RuntimeException e) {
            lock = null;
            channel.close();
            throw e;
        }
    }

    private FileLock locked(FileChannel channel) throws IOException {
        FileLock taken;
        try {
            taken = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            taken = null;
        }
        if (taken == null) {
            throw new IOException(folder + " is in use by another process; give each its own usage.spool_dir");
        }
        return taken;
    }

    private void adopt() throws IOException {
        batches.clear();
        bytes = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                adopt(file);
            }
        }
    }

    /** A batch that was not finished was not sent, so that its whole lines count; what is left of a sent one still is in the old. */
    private void adopt(Path file) throws IOException {
        String name = file.getFileName().toString();
        if (name.endsWith(REWRITTEN)) {
            Files.delete(file);
        } else if (name.endsWith(UNFINISHED)) {
            String whole = name.substring(0, name.length() - UNFINISHED.length()) + BATCH;
            Files.move(file, folder.resolve(whole), StandardCopyOption.ATOMIC_MOVE);
            count(whole, Files.size(folder.resolve(whole)));
        } else if (name.endsWith(BATCH)) {
            count(name, Files.size(file));
        }
    }

    private void count(String name, long size) {
        Long before = batches.put(name, Math.max(size, BLOCK));
        bytes += Math.max(size, BLOCK) - (before == null ? 0 : before);
    }

    /**
     * Keeps a batch.
     *
     * @return its name
     * @throws IOException if there is no room for it, or it can't be written; then nothing is left of it
     */
    String keep(List<UsageRecord> records) throws IOException {
        open();
        ByteBuffer text = LineFile.text(records);
        int size = text.remaining();
        if (bytes + Math.max(size, BLOCK) > maxBytes) {
            throw new IOException(folder + " is full: it holds " + bytes + " bytes of " + maxBytes);
        }
        String stem = freeName(records.get(0).timestampMillis());
        write(folder.resolve(stem + UNFINISHED), folder.resolve(stem + BATCH), text);
        count(stem + BATCH, size);
        return stem + BATCH;
    }

    private String freeName(long millis) {
        String stem = name(millis, number++);
        while (batches.containsKey(stem + BATCH)) {
            stem = name(millis, number++);
        }
        return stem;
    }

    private static String name(long millis, long number) {
        return String.format(Locale.ROOT, "usage-%013d-%06d", millis, number);
    }

    /** Keeps of a batch what is left of it. */
    void keepOnly(String name, List<UsageRecord> rest) throws IOException {
        String stem = name.substring(0, name.length() - BATCH.length());
        ByteBuffer text = LineFile.text(rest);
        int size = text.remaining();
        write(folder.resolve(stem + REWRITTEN), folder.resolve(name), text);
        count(name, size);
    }

    private void write(Path first, Path then, ByteBuffer text) throws IOException {
        try (FileChannel channel = FileChannel.open(
                first, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            LineFile.write(channel, text);
            channel.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(first);
            throw e;
        }
        Files.move(first, then, StandardCopyOption.ATOMIC_MOVE);
        forceFolder();
    }

    /** Makes the folder's entries last, where the system can do that. */
    private void forceFolder() {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException notOnThisSystem) {
            return;
        }
    }

    byte[] read(String name) throws IOException {
        return Files.readAllBytes(folder.resolve(name));
    }

    /** Removes a batch. Its name is forgotten even if its file can't be removed, so that it is not sent again. */
    void remove(String name) throws IOException {
        Long size = batches.remove(name);
        bytes -= size == null ? 0 : size;
        Files.deleteIfExists(folder.resolve(name));
    }

    /** The batch that was kept first, of those behind a name; null if there is none. */
    @Nullable
    String next(@Nullable String behind) {
        return behind == null ? batches.isEmpty() ? null : batches.firstKey() : batches.higherKey(behind);
    }

    long bytes() {
        return bytes;
    }

    int size() {
        return batches.size();
    }

    /** Leaves the folder to others. */
    void close() throws IOException {
        FileChannel channel = lockFile;
        lock = null;
        lockFile = null;
        if (channel != null) {
            channel.close();
        }
    }
}
