package io.ethryx.routing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * From a method's exact name to where its block parameter stands. The rows are data: the resource
 * {@code block-parameters.tsv} beside this class, one line a method with its source.
 *
 * <p>Immutable. A look-up is one read of a hash map and allocates nothing.
 *
 * @see <a href="https://github.com/ethereum/execution-apis">execution-apis</a>
 */
public final class MethodTable {

    private static final String RESOURCE = "block-parameters.tsv";

    private final Map<String, BlockPosition> rows;

    private MethodTable(Map<String, BlockPosition> rows) {
        this.rows = rows;
    }

    /**
     * The table that comes with this library. Reads the resource; meant for the start of a program.
     *
     * @return a new table
     */
    public static MethodTable standard() {
        try (InputStream resource = MethodTable.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException(RESOURCE + " is not beside its class");
            }
            return read(new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static MethodTable read(BufferedReader lines) throws IOException {
        Map<String, BlockPosition> rows = new HashMap<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.isEmpty() && line.charAt(0) != '#') {
                String[] cells = line.split("\t", -1);
                BlockPosition position = cells.length == 4
                        ? BlockPosition.parse(cells[1], cells[2]).orElse(null)
                        : null;
                if (position == null || rows.put(cells[0], position) != null) {
                    throw new IllegalArgumentException("no row of the method table, or one too many: " + line);
                }
            }
        }
        return new MethodTable(rows);
    }

    /**
     * The table with further rows, as {@code routing.methods} names them.
     *
     * @param added method to position; replaces a row of the same name
     * @return a new table
     */
    public MethodTable with(Map<String, BlockPosition> added) {
        Map<String, BlockPosition> all = new HashMap<>(rows);
        all.putAll(added);
        return new MethodTable(all);
    }

    /** {@return the methods that have a row} */
    public Set<String> methods() {
        return Set.copyOf(rows.keySet());
    }

    /**
     * A method's row.
     *
     * @param method its exact name
     * @return null for a method without a row
     */
    public @Nullable BlockPosition find(String method) {
        return rows.get(method);
    }
}
