package io.ethryx.server.gateway.edge;

import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells in the head of the answer where the call went, and why (decision G20). The parts of a batch are told one behind the
 * other, separated by commas.
 */
final class ExplainedAnswer implements RequestWatch {

    /** The field that asks for it. */
    static final String ASKED = "x-ethryx-explain";

    private static final String PREFIX = "x-ethryx-";

    private final List<RoutingDecision.Forward> replied = new ArrayList<>(1);
    private @Nullable Target target;
    private boolean batch;
    private int attempts;

    @Override
    public void calls(Target of, String method) {
        target = of;
        batch = method.equals(RequestWatch.BATCH);
    }

    @Override
    public AttemptWatch asks(RoutingDecision.Forward decision) {
        attempts++;
        return new AttemptWatch() {
            @Override
            public void answered(int status) {
                replied.add(decision);
            }

            @Override
            public void failed(String kind) {
                replied.add(decision);
            }
        };
    }

    @Override
    public void answers(int status, FieldBlock fields) {
        dropOthers(fields);
        if (target == null) {
            return;
        }
        int last = replied.size();
        List<RoutingDecision.Forward> told = batch ? replied : replied.subList(Math.max(0, last - 1), last);
        if (!told.isEmpty()) {
            fields.add("x-ethryx-pool", text(told, decision -> decision.pool().wireName()));
            fields.add("x-ethryx-node", text(told, decision -> decision.node().key()));
            fields.add(
                    "x-ethryx-reason", text(told, decision -> decision.reason().wireName()));
        }
        ChainTopology chain = target.topology().chain(target.effective());
        if (chain != null && chain.head().isPresent()) {
            fields.add("x-ethryx-head", "0x" + Long.toHexString(chain.head().getAsLong()));
        }
        fields.add("x-ethryx-attempts", Integer.toString(attempts));
    }

    private static String text(
            List<RoutingDecision.Forward> decisions, Function<RoutingDecision.Forward, String> part) {
        String text = decisions.stream().map(part).collect(Collectors.joining(", "));
        return FieldOctets.isValue(text) ? text : URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** A node is no authority on this. */
    private static void dropOthers(FieldBlock fields) {
        for (int line = 0; line < fields.size(); line++) {
            if (!fields.isDropped(line)
                    && fields.known(line) == null
                    && fields.name(line).toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
                fields.drop(line);
            }
        }
    }
}
