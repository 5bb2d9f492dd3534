package io.ethryx.server.http2;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The streams in progress by their numbers.
 *
 * @param <S> what is kept of a stream
 */
public final class StreamTable<S> {

    private static final int FIRST_SLOTS = 16;

    private int[] numbers = new int[FIRST_SLOTS];
    private @Nullable Object[] streams = new @Nullable Object[FIRST_SLOTS];
    private int size;

    /** An empty table. */
    public StreamTable() {}

    /**
     * How many streams there are.
     *
     * @return zero or more
     */
    public int size() {
        return size;
    }

    /**
     * The stream of a number.
     *
     * @param number positive
     * @return the stream, or null
     */
    @SuppressWarnings("unchecked")
    public @Nullable S get(int number) {
        int slot = slot(number);
        while (numbers[slot] != 0) {
            if (numbers[slot] == number) {
                return (S) streams[slot];
            }
            slot = after(slot);
        }
        return null;
    }

    /**
     * Adds a stream.
     *
     * @param number positive, and none that is there
     * @param stream the stream
     */
    public void put(int number, S stream) {
        if (2 * (size + 1) > numbers.length) {
            grow();
        }
        int slot = slot(number);
        while (numbers[slot] != 0) {
            slot = after(slot);
        }
        numbers[slot] = number;
        streams[slot] = stream;
        size++;
    }

    private void grow() {
        int[] oldNumbers = numbers;
        @Nullable Object[] oldStreams = streams;
        numbers = new int[2 * oldNumbers.length];
        streams = new @Nullable Object[numbers.length];
        for (int i = 0; i < oldNumbers.length; i++) {
            if (oldNumbers[i] != 0) {
                move(oldNumbers[i], oldStreams[i]);
            }
        }
    }

    private void move(int number, @Nullable Object stream) {
        int slot = slot(number);
        while (numbers[slot] != 0) {
            slot = after(slot);
        }
        numbers[slot] = number;
        streams[slot] = stream;
    }

    /**
     * Takes a stream out; does nothing if it is not there.
     *
     * @param number positive
     */
    public void remove(int number) {
        int slot = slot(number);
        while (numbers[slot] != number) {
            if (numbers[slot] == 0) {
                return;
            }
            slot = after(slot);
        }
        clear(slot);
        size--;
        // Those behind it may have been put off by it.
        slot = after(slot);
        while (numbers[slot] != 0) {
            int moved = numbers[slot];
            Object stream = streams[slot];
            clear(slot);
            move(moved, stream);
            slot = after(slot);
        }
    }

    private void clear(int slot) {
        numbers[slot] = 0;
        streams[slot] = null;
    }

    /**
     * All streams as they are now.
     *
     * @return a new list, in no order
     */
    @SuppressWarnings("unchecked")
    public List<S> all() {
        List<S> all = new ArrayList<>(size);
        for (Object stream : streams) {
            if (stream != null) {
                all.add((S) stream);
            }
        }
        return all;
    }

    /** Client's numbers are odd and rise. */
    private int slot(int number) {
        return (number >>> 1) & (numbers.length - 1);
    }

    private int after(int slot) {
        return (slot + 1) & (numbers.length - 1);
    }
}
