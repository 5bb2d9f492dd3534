package io.ethryx.server.top;

import java.util.ArrayList;
import java.util.List;

/** Rows of texts under a head, each column as wide as it needs; the first column is flush left, the others right. */
final class Table {

    private static final int WIDEST = 40;

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... head) {
        rows.add(List.of(head));
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    /** The lines, at most so many rows of them and a word on those that are left out. */
    List<String> lines(int most) {
        List<List<String>> shown = rows.subList(0, Math.min(rows.size(), most + 1));
        List<String> lines = new ArrayList<>();
        for (List<String> row : shown) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                int width = width(shown, column);
                String cell = cut(row.get(column));
                String pad = " ".repeat(width - cell.length());
                line.append(column == 0 ? cell + pad : "  " + pad + cell);
            }
            lines.add(line.toString().stripTrailing());
        }
        if (shown.size() < rows.size()) {
            lines.add("… and " + (rows.size() - shown.size()) + " more");
        }
        return lines;
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream()
                .mapToInt(row -> cut(row.get(column)).length())
                .max()
                .orElse(0);
    }

    private static String cut(String cell) {
        return cell.length() <= WIDEST ? cell : cell.substring(0, WIDEST - 1) + "…";
    }
}
