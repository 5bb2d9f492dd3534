package io.ethryx.core.line;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

final class CallRunAllocationTest {

    private static final int CALLS = 20_000;
    private static final NodeReply GOOD = new NodeReply.Answered(200, null, 5);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final RoutingDecision decision = Scene.to(Scene.STATE);
    private final RpcPipeline line =
            new RpcPipeline(Governance.NONE, (facts, rewrite) -> {}, (facts, attempts) -> decision, Watchers.NONE);
    private final CallFacts facts = new Scene().facts(Scene.call(Scene.request("eth_call", "7")));

    /** The run, its two steps and its outcome; a list of attempts and what is in it would take half as much again. */
    @Test
    void a_call_whose_first_answer_is_good_costs_four_small_objects() {
        long warm = allocated();
        assertThat(allocated() / CALLS).as("after %d bytes of warming up", warm).isLessThan(200);
    }

    private long allocated() {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            CallRun run = line.start(facts, 0);
            run.replied(GOOD);
            run.ended(40, 1_000);
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
