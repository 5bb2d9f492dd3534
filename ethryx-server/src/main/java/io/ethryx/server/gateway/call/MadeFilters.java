package io.ethryx.server.gateway.call;

import io.ethryx.core.AnswerList;
import io.ethryx.core.AnswerMatch;
import io.ethryx.core.AnswerReader;
import io.ethryx.core.Body;
import io.ethryx.core.RpcAnswer;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.SubBatch;
import io.ethryx.core.topology.Node;
import io.ethryx.routing.FilterHomes;
import io.ethryx.routing.FilterMethods;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Listens to answers of nodes for the ids of filters that they have made (decision G27). Thread-safe. */
public final class MadeFilters {

    private final FilterHomes homes;

    /**
     * Has heard nothing yet.
     *
     * @param homes remembers which node has which filter
     */
    public MadeFilters(FilterHomes homes) {
        this.homes = homes;
    }

    /** A node has replied to a single call. */
    void hear(CallAtHand about, NodeAttempt attempt, NodeReply reply) {
        boolean made = makes(about.facts()) && reply instanceof NodeReply.Answered answered && answered.error() == null;
        if (made) {
            AnswerReader reader =
                    about.means().readers().answers(about.exchange().ioThread().getNumber());
            remember(about.facts(), attempt.node(), attempt.look().result(reader));
        }
    }

    /** A node has answered a part of a batch. */
    void hear(SubBatch sub, @Nullable AnswerList answers, AnswerReader reader) {
        List<CallFacts> facts = sub.facts();
        if (answers == null || facts.stream().noneMatch(MadeFilters::makes)) {
            return;
        }
        AnswerMatch match = AnswerMatch.of(sub.calls(), answers);
        for (int i = 0; i < facts.size(); i++) {
            RpcAnswer answer = match.answer(i);
            if (answer != null && answer.error() == null && makes(facts.get(i))) {
                Body alone = Body.of(answer.body().copy(answer.from(), answer.to()));
                remember(facts.get(i), sub.decision().node(), reader.shortResult(alone));
            }
        }
    }

    private static boolean makes(CallFacts facts) {
        return FilterMethods.make(facts.call().method());
    }

    private void remember(CallFacts facts, Node node, @Nullable String result) {
        if (result != null) {
            homes.made(facts, node, result);
        }
    }
}
