package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.RpcCall;
import io.ethryx.core.line.Attempt;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Candidate;
import io.ethryx.core.line.CandidateReason;
import io.ethryx.core.line.Router;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.RoutingDecision.Forward;
import io.ethryx.core.line.RoutingDecision.Unroutable;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Live choice and explanation, over random nodes, settings, calls and answers, with the same chance. */
final class LiveEqualsExplainTest {

    private static final int TOPOLOGIES = 2_000;
    private static final int CALLS = 25;
    private static final String[] METHODS = {"eth_getBalance", "eth_call", "eth_chainId", "getBalance"};
    private static final String[] BLOCKS = {
        "\"latest\"",
        "\"0x1\"",
        "\"0x1312cff\"",
        "\"finalized\"",
        "\"Latest\"",
        "{}",
        "null",
        "\"0x1312cc0\"",
        "{\"block_id\":\"0x1\",\"type\":\"Equals\"}"
    };
    private static final String[] REPLIES = {"ok", "-39006", "-39008", "connect", "closed", "-32000"};

    @Test
    void for_a_hundred_thousand_random_cases_the_explanation_is_what_traffic_gets() {
        int compared = 0;
        for (long seed = 0; seed < TOPOLOGIES; seed++) {
            compared += compare(seed);
        }
        assertThat(compared).isGreaterThanOrEqualTo(100_000);
    }

    private static int compare(long seed) {
        Random random = new Random(seed);
        Topology topology = topology(random);
        SelectionStrategy strategy = any(random, SelectionStrategy.values());
        RoutingSettings settings = new RoutingSettings(strategy, 64, Map.of(), 1 + random.nextInt(4));
        TopologyRouter live = new TopologyRouter(settings, new SeededChance(seed), () -> 0L);
        Router explaining = new TopologyRouter(settings, new SeededChance(seed), () -> 0L).explaining();
        int compared = 0;
        for (int i = 0; i < CALLS; i++) {
            CallFacts facts = facts(random, topology);
            List<Attempt> attempts = new ArrayList<>();
            RoutingDecision decision;
            do {
                decision = live.route(facts, attempts);
                same(decision, explaining.route(facts, attempts), "seed " + seed + ", call " + i);
                compared++;
                if (decision instanceof Forward forward) {
                    attempts.add(new Attempt(forward.node(), RetryLadderTest.reply(any(random, REPLIES))));
                }
            } while (decision instanceof Forward && attempts.size() < 12);
            assertThat(attempts.size()).as("seed %d, call %d", seed, i).isLessThanOrEqualTo(8);
        }
        return compared;
    }

    private static void same(RoutingDecision live, RoutingDecision told, String where) {
        assertThat(told.getClass()).as(where).isEqualTo(live.getClass());
        List<Candidate> taken =
                told.candidates().stream().filter(Candidate::taken).toList();
        if (live instanceof Forward forward) {
            Forward explained = (Forward) told;
            assertThat(explained.node()).as(where).isEqualTo(forward.node());
            assertThat(explained.reason()).as(where).isEqualTo(forward.reason());
            assertThat(taken).as(where).hasSize(1);
            assertThat(taken.get(0).node()).as(where).isEqualTo(forward.node());
            assertThat(explained.fallbacks())
                    .as(where)
                    .doesNotContain(forward.node())
                    .doesNotHaveDuplicates();
        } else {
            assertThat(taken).as(where).isEmpty();
            assertThat(told.candidates())
                    .as(where)
                    .noneMatch(
                            candidate -> live instanceof Unroutable && candidate.reason() == CandidateReason.NOT_DRAWN);
        }
    }

    private static CallFacts facts(Random random, Topology topology) {
        String method = any(random, METHODS);
        String params = "[\"0xaa\"," + any(random, BLOCKS) + "]";
        RpcCall call = random.nextInt(4) == 0 ? Requests.batched(method, params) : Requests.call(method, params);
        return Requests.facts(topology, call, random.nextInt(8) == 0 ? Requests.ARCHIVE : Caller.ANONYMOUS);
    }

    private static Topology topology(Random random) {
        Node[] nodes = new Node[random.nextInt(7)];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = node(random, "n" + i);
        }
        Nodes chain = Nodes.of(nodes);
        for (int i = 0; i < nodes.length; i++) {
            if (random.nextInt(3) == 0) {
                chain.weight("n" + i, random.nextInt(3) * 50);
            }
        }
        if (random.nextInt(3) == 0) {
            chain.include("eth_call", "n" + random.nextInt(7), "n7");
        }
        if (random.nextInt(3) == 0) {
            chain.exclude("eth_getBalance", "n" + random.nextInt(7));
        }
        return (random.nextInt(5) == 0 ? chain.unknownHead() : chain).topology();
    }

    private static Node node(Random random, String key) {
        Node node = switch (random.nextInt(5)) {
            case 0, 1 -> Nodes.state(key);
            case 2, 3 -> Nodes.archive(key);
            default -> Nodes.ofNative(key);
        };
        Node weighed = Nodes.weighing(random.nextInt(101), node);
        Node typed = random.nextInt(4) == 0 ? Nodes.offline(weighed) : weighed;
        return typed.withProbed(random.nextInt(3) == 0 ? any(random, NodeStatus.values()) : NodeStatus.READY);
    }

    private static <T> T any(Random random, T[] all) {
        return all[random.nextInt(all.length)];
    }
}
