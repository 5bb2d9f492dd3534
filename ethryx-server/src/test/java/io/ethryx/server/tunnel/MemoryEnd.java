package io.ethryx.server.tunnel;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A side without a network: what it sends is put in by the test, and it takes only as many bytes as the test allows. */
final class MemoryEnd implements TunnelEnd {

    final List<String> said = new ArrayList<>();
    private final Deque<ByteBuffer> incoming = new ArrayDeque<>();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private Runnable readable = () -> {};
    private Runnable writable = () -> {};
    private boolean readWanted;
    private boolean writeWanted;
    private boolean eof;
    private boolean broken;
    private int room = Integer.MAX_VALUE;

    /** The other side sends bytes in one piece. */
    void sends(byte[] bytes) {
        incoming.add(ByteBuffer.wrap(bytes));
        pokeReads();
    }

    void ends() {
        eof = true;
        pokeReads();
    }

    void breaks() {
        broken = true;
        pokeReads();
        pokeWrites();
    }

    /** The other side takes this many more bytes. */
    void takes(int more) {
        room = more;
        pokeWrites();
    }

    byte[] received() {
        return received.toByteArray();
    }

    boolean readWanted() {
        return readWanted;
    }

    int unread() {
        return incoming.stream().mapToInt(ByteBuffer::remaining).sum();
    }

    /** As a selector does: tells whoever wants to read, while there is something. */
    void pokeReads() {
        while (readWanted && (broken || eof || !incoming.isEmpty())) {
            int before = unread();
            readable.run();
            if (unread() == before) {
                return;
            }
        }
    }

    private void pokeWrites() {
        if (writeWanted) {
            writable.run();
        }
    }

    @Override
    public void listen(Runnable whenReadable, Runnable whenWritable) {
        readable = whenReadable;
        writable = whenWritable;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (broken) {
            throw new IOException("broken");
        }
        ByteBuffer first = incoming.peek();
        if (first == null) {
            return eof ? -1 : 0;
        }
        int n = Math.min(first.remaining(), into.remaining());
        into.put(first.slice(first.position(), n));
        first.position(first.position() + n);
        if (!first.hasRemaining()) {
            incoming.remove();
        }
        return n;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        if (broken) {
            throw new IOException("broken");
        }
        int n = Math.min(room, bytes.remaining());
        for (int i = 0; i < n; i++) {
            received.write(bytes.get());
        }
        room -= n;
        return n;
    }

    @Override
    public boolean flush() {
        return true;
    }

    @Override
    public void wantRead(boolean wanted) {
        readWanted = wanted;
    }

    @Override
    public void wantWrite(boolean wanted) {
        writeWanted = wanted;
    }

    @Override
    public void endWrites() {
        said.add("end");
    }

    @Override
    public void abort() {
        said.add("abort");
    }

    @Override
    public void close() {
        said.add("close");
    }
}
