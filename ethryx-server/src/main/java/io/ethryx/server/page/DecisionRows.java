package io.ethryx.server.page;

import io.ethryx.core.BlockContext;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.server.page.Html.Cell;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The last decisions, each with its reason. */
final class DecisionRows {

    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private DecisionRows() {}

    static void write(Html html, List<RecentDecisions.Entry> entries) {
        List<List<Cell>> rows = entries.stream().map(DecisionRows::row).toList();
        html.heading("Last decisions");
        if (rows.isEmpty()) {
            html.raw("<p class=\"none\">None since this page was first looked at.</p>\n");
        } else {
            html.table(
                    "Last decisions",
                    List.of("Time (UTC)", "Chain", "Method", "Block", "Pool", "Node", "Reason", "Attempt"),
                    rows);
        }
    }

    private static List<Cell> row(RecentDecisions.Entry entry) {
        String time = CLOCK.format(Instant.ofEpochMilli(entry.atMillis()));
        boolean forward = entry.decision() instanceof RoutingDecision.Forward;
        String pool = "-";
        String node = "-";
        String reason = "";
        if (entry.decision() instanceof RoutingDecision.Forward to) {
            pool = to.pool().wireName();
            node = to.node().key();
            reason = to.reason().wireName();
        } else if (entry.decision() instanceof RoutingDecision.Unroutable none) {
            reason = String.valueOf(none.error().data());
        }
        return List.of(
                Cell.of(time),
                Cell.of(entry.chain().toString()),
                Cell.of(entry.method()),
                Cell.of(block(entry.context())),
                Cell.of(pool),
                Cell.of(node),
                Cell.state(reason, forward),
                Cell.number(String.valueOf(entry.attempt())));
    }

    private static String block(BlockContext context) {
        if (context instanceof BlockContext.Tag tag) {
            return tag.tag().wireName();
        } else if (context instanceof BlockContext.Height height) {
            return String.valueOf(height.height());
        } else if (context instanceof BlockContext.Hash) {
            return "by hash";
        } else if (context instanceof BlockContext.Range) {
            return "range";
        }
        return context instanceof BlockContext.Malformed ? "malformed" : "-";
    }
}
