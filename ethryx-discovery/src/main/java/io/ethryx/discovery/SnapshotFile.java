package io.ethryx.discovery;

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last known topology on disk: a JSON object from key to the value's text, in the order of the nodes, as a static
 * topology is written. A reader finds the old file or the new one, never a part of one.
 */
final class SnapshotFile {

    private static final long MAX_BYTES = 256L << 20;
    private static final DslJson<Object> DSL_JSON = new DslJson<>(new DslJson.Settings<>());

    private final Path file;

    SnapshotFile(Path file) {
        this.file = file;
    }

    /**
     * Reads the file.
     *
     * @return its entries; empty if there is no file
     * @throws IOException if it can't be read or is no snapshot
     */
    List<StoredEntry> read() throws IOException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException(file + " is larger than " + MAX_BYTES + " bytes");
            }
            return entries(JsonTree.parse(Files.readAllBytes(file)));
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (MalformedJsonException malformed) {
            throw new IOException(file + " is no snapshot: " + malformed.getMessage(), malformed);
        }
    }

    private List<StoredEntry> entries(@Nullable Object json) throws IOException {
        if (!(json instanceof Map<?, ?> members)) {
            throw new IOException(file + " is no snapshot: it has to be a JSON object");
        }
        List<StoredEntry> entries = new ArrayList<>();
        for (Map.Entry<?, ?> member : members.entrySet()) {
            if (!(member.getValue() instanceof String value)) {
                throw new IOException(file + " is no snapshot: " + member.getKey() + " has to be text");
            }
            entries.add(new StoredEntry(
                    String.valueOf(member.getKey()), value.getBytes(StandardCharsets.UTF_8), entries.size(), 0));
        }
        return entries;
    }

    /**
     * Replaces the file.
     *
     * @param entries what to keep
     * @throws IOException if that fails; the old file is still there then
     */
    void write(List<StoredEntry> entries) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path fresh = absolute.resolveSibling(absolute.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer text = ByteBuffer.wrap(text(entries));
            while (text.hasRemaining()) {
                channel.write(text);
            }
            channel.force(true);
        }
        Files.move(fresh, absolute, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static byte[] text(List<StoredEntry> entries) {
        JsonWriter writer = DSL_JSON.newWriter();
        writer.writeByte(JsonWriter.OBJECT_START);
        String separator = "\n";
        for (StoredEntry entry : inOrder(entries)) {
            writer.writeAscii(separator);
            writer.writeString(entry.key());
            writer.writeByte(JsonWriter.SEMI);
            writer.writeString(new String(entry.value(), StandardCharsets.UTF_8));
            separator = ",\n";
        }
        writer.writeAscii("\n}\n");
        return writer.toByteArray();
    }

    private static List<StoredEntry> inOrder(List<StoredEntry> entries) {
        return entries.stream()
                .sorted(Comparator.comparingLong(StoredEntry::created).thenComparing(StoredEntry::key))
                .toList();
    }
}
