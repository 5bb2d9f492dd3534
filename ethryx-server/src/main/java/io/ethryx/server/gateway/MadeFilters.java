package io.ethryx.server.gateway;

import io.ethryx.core.AnswerList;
import io.ethryx.core.AnswerMatch;
import io.ethryx.core.AnswerReader;
import io.ethryx.core.Body;
import io.ethryx.core.RpcAnswer;
import io.ethryx.core.RpcCall;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.SubBatch;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.routing.FilterHomes;
import io.ethryx.routing.FilterMethods;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Listens to answers of nodes for the ids of filters that they have made (decision G27). Thread-safe. */
final class MadeFilters {

    private final FilterHomes homes;

    MadeFilters(FilterHomes homes) {
        this.homes = homes;
    }

    /** A node has replied to a single call. */
    void hear(CallAtHand about, NodeAttempt attempt, NodeReply reply) {
        boolean made = FilterMethods.make(about.facts().call().method())
                && reply instanceof NodeReply.Answered answered
                && answered.error() == null;
        if (made) {
            AnswerReader reader =
                    about.means().readers().answers(about.exchange().ioThread().getNumber());
            remember(
                    about.facts().chain(),
                    attempt.decision().node(),
                    attempt.look().result(reader));
        }
    }

    /** A node has answered a part of a batch. */
    void hear(ChainId chain, SubBatch sub, @Nullable AnswerList answers, AnswerReader reader) {
        List<RpcCall> calls = sub.calls();
        if (answers == null || calls.stream().noneMatch(call -> FilterMethods.make(call.method()))) {
            return;
        }
        AnswerMatch match = AnswerMatch.of(calls, answers);
        for (int i = 0; i < calls.size(); i++) {
            RpcAnswer answer = match.answer(i);
            if (answer != null
                    && answer.error() == null
                    && FilterMethods.make(calls.get(i).method())) {
                remember(
                        chain,
                        sub.decision().node(),
                        reader.shortResult(Body.of(answer.body().copy(answer.from(), answer.to()))));
            }
        }
    }

    private void remember(ChainId chain, Node node, @Nullable String result) {
        if (result != null) {
            homes.made(chain, node, result);
        }
    }
}
