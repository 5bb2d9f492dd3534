package io.ethryx.usage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads and mends what is made of whole lines. Stateless. */
final class LineFile {

    private static final int BLOCK = 8192;

    private LineFile() {}

    /** The bytes of the lines, without their ends. A last one without an end is a line too. */
    static List<byte[]> lines(byte[] content) {
        List<byte[]> lines = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < content.length; i++) {
            if (content[i] == '\n') {
                lines.add(Arrays.copyOfRange(content, begin, i));
                begin = i + 1;
            }
        }
        if (begin < content.length) {
            lines.add(Arrays.copyOfRange(content, begin, content.length));
        }
        return lines;
    }

    /** Cuts off a last line that has no end; true if there was one. */
    static boolean mend(FileChannel file) throws IOException {
        long end = lastLineEnd(file);
        if (end == file.size()) {
            return false;
        }
        file.truncate(end);
        return true;
    }

    /** Where the last line that has an end ends. */
    private static long lastLineEnd(FileChannel file) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        long to = file.size();
        while (to > 0) {
            long from = Math.max(0, to - BLOCK);
            block.clear().limit((int) (to - from));
            while (block.hasRemaining() && file.read(block, from + block.position()) > 0) {
                // until the block is whole
            }
            for (int i = block.position() - 1; i >= 0; i--) {
                if (block.get(i) == '\n') {
                    return from + i + 1;
                }
            }
            to = from;
        }
        return 0;
    }

    /** The records as lines. */
    static ByteBuffer text(List<UsageRecord> records) {
        List<byte[]> lines = records.stream().map(UsageRecord::json).toList();
        ByteBuffer text = ByteBuffer.allocate(
                lines.stream().mapToInt(line -> line.length + 1).sum());
        lines.forEach(line -> text.put(line).put((byte) '\n'));
        return text.flip();
    }

    static void write(FileChannel file, ByteBuffer text) throws IOException {
        while (text.hasRemaining()) {
            file.write(text);
        }
    }
}
