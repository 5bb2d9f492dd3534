package io.ethryx.server.page;

import java.util.List;

/** HTML that is written piece by piece; texts are escaped, so that nothing a node or a caller says becomes markup. */
final class Html {

    private final StringBuilder out = new StringBuilder();

    /** Markup of ours, as it stands. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** A text. */
    Html text(String text) {
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(c < ' ' && c != '\n' ? '\uFFFD' : c);
            }
        });
        return this;
    }

    /** A heading and what stands below it until the next. */
    Html heading(String title) {
        return raw("<h2>").text(title).raw("</h2>\n");
    }

    /** A table that scrolls by itself where it is too wide; its first column names the row. */
    Html table(String caption, List<String> head, List<List<Cell>> rows) {
        raw("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .text(caption)
                .raw("\"><table><thead><tr>");
        for (int i = 0; i < head.size(); i++) {
            boolean number =
                    i > 0 && !rows.isEmpty() && rows.get(0).get(i).style().equals("number");
            raw(number ? "<th scope=\"col\" class=\"number\">" : "<th scope=\"col\">")
                    .text(head.get(i))
                    .raw("</th>");
        }
        raw("</tr></thead><tbody>\n");
        for (List<Cell> row : rows) {
            raw("<tr>");
            for (int i = 0; i < row.size(); i++) {
                raw(i == 0 ? "<th scope=\"row\">" : "<td" + style(row.get(i)) + ">");
                row.get(i).write(this);
                raw(i == 0 ? "</th>" : "</td>");
            }
            raw("</tr>\n");
        }
        return raw("</tbody></table></div>\n");
    }

    private static String style(Cell cell) {
        return cell.style().isEmpty() ? "" : " class=\"" + cell.style() + "\"";
    }

    @Override
    public String toString() {
        return out.toString();
    }

    /**
     * What stands in a field of a table.
     *
     * @param text what it says
     * @param style a class of the style sheet, empty for none
     * @param markup markup of ours instead of the text, empty for none
     */
    record Cell(String text, String style, String markup) {

        static Cell of(String text) {
            return new Cell(text, "", "");
        }

        static Cell number(String text) {
            return new Cell(text, "number", "");
        }

        /** Good or bad, which the text says too. */
        static Cell state(String text, boolean good) {
            return new Cell(text, good ? "good" : "bad", "");
        }

        static Cell plot(String markup) {
            return new Cell("", "plot", markup);
        }

        void write(Html html) {
            if (markup.isEmpty()) {
                html.text(text);
            } else {
                html.raw(markup);
            }
        }
    }
}
