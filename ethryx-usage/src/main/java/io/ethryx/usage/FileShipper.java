package io.ethryx.usage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;

/**
 * Appends records to a file, one JSON object a line. A shipment is in the file as a whole and on the disk, or not at all. Before one
 * that would make the file larger than it may be, the file is renamed to its name with the time of day behind it; what was renamed is
 * never removed. The file is opened for each shipment, so that another program may move it away as well. A last line that a process
 * left unfinished is cut off.
 *
 * <p>Used by one thread at a time, and by one process a file.
 */
public final class FileShipper implements UsageShipper {

    private static final DateTimeFormatter SUFFIX =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Path file;
    private final long maxBytes;
    private final UsageListener listener;
    private final InstantSource clock;

    /**
     * A shipper to a file, which is made when it is first needed, with its folders.
     *
     * @param file its path
     * @param maxBytes how large it grows, above 0; one shipment may be larger
     * @param listener hears of unfinished lines
     */
    public FileShipper(Path file, long maxBytes, UsageListener listener) {
        this(file, maxBytes, listener, InstantSource.system());
    }

    FileShipper(Path file, long maxBytes, UsageListener listener, InstantSource clock) {
        this.file = Objects.requireNonNull(file, "file").toAbsolutePath();
        this.maxBytes = maxBytes;
        this.listener = Objects.requireNonNull(listener, "listener");
        this.clock = Objects.requireNonNull(clock, "clock");
        if (maxBytes <= 0) {
            throw new IllegalArgumentException("a file of " + maxBytes + " bytes holds nothing");
        }
    }

    @Override
    public Delivery ship(List<UsageRecord> records, Duration budget) {
        ByteBuffer text = LineFile.text(records);
        try {
            rotateFor(text.remaining());
            append(text);
            return Delivery.complete(records.size());
        } catch (IOException e) {
            return Delivery.failed(records, e.toString());
        }
    }

    private void rotateFor(int more) throws IOException {
        if (!Files.exists(file)) {
            Files.createDirectories(Objects.requireNonNull(file.getParent(), "parent"));
            return;
        }
        long size = Files.size(file);
        if (size > 0 && size + more > maxBytes) {
            Files.move(file, freeName());
        }
    }

    private Path freeName() {
        String name = file.getFileName() + "." + SUFFIX.format(clock.instant());
        Path free = file.resolveSibling(name);
        for (int i = 2; Files.exists(free); i++) {
            free = file.resolveSibling(name + "-" + i);
        }
        return free;
    }

    private void append(ByteBuffer text) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (LineFile.mend(channel)) {
                listener.torn(1);
            }
            long before = channel.size();
            channel.position(before);
            try {
                LineFile.write(channel, text);
                channel.force(false);
            } catch (IOException e) {
                channel.truncate(before);
                throw e;
            }
        }
    }

    @Override
    public void close(Duration budget) {
        // every shipment has closed the file behind it
    }
}
