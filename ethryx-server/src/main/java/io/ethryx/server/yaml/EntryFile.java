package io.ethryx.server.yaml;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of keys and values, YAML or JSON.
 *
 * @param entries in the order of the file; empty after a fault
 * @param faults what is wrong with the file as such, one sentence each
 */
public record EntryFile(List<Entry> entries, List<String> faults) {

    /**
     * One of its lines.
     *
     * @param key as written
     * @param json the value as JSON text
     * @param line from 1
     */
    public record Entry(String key, String json, int line) {}

    /**
     * Copies what it is given.
     *
     * @param entries see the record
     * @param faults see the record
     */
    public EntryFile {
        entries = List.copyOf(entries);
        faults = List.copyOf(faults);
    }

    /**
     * Reads a file.
     *
     * @param file the file
     * @return what is in it
     * @throws IOException if it can't be read at all
     */
    public static EntryFile read(Path file) throws IOException {
        return of(file, Files.readAllBytes(file));
    }

    /**
     * Reads what was in a file.
     *
     * @param file its name, for messages
     * @param content all that is in it
     * @return what is in it
     */
    public static EntryFile of(Path file, byte[] content) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            return new EntryFile(List.of(), List.of(file + ": is not UTF-8; save it as UTF-8"));
        }
        Faults faults = new Faults(file.toString());
        List<Entry> entries = new ArrayList<>();
        YamlFile.parse(file.toString(), text, faults)
                .ifPresent(top ->
                        top.entries().forEach((key, value) -> entries.add(new Entry(key, value.json(), value.line()))));
        List<String> sentences =
                faults.faults().stream().map(YamlFault::sentence).toList();
        return new EntryFile(sentences.isEmpty() ? entries : List.of(), sentences);
    }
}
