package app;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.routing.NodeLoad;
import io.ethryx.routing.Randomness;
import io.ethryx.routing.RoutingSettings;
import io.ethryx.routing.TopologyRouter;

/** Takes note of a hundred answers, in a histogram. */
final class Main {

    public static void main(String[] arguments) {
        TopologyRouter router = new TopologyRouter(RoutingSettings.DEFAULT, Randomness.perThread(), System::nanoTime);
        Node node = new Node("a", Pool.STATE, "10.0.0.1", 8545, null, 1, Node.AVAILABLE, "", NodeStatus.READY);
        NodeLoad load = router.load(new ChainId("1", ""), node);
        for (int i = 0; i < 100; i++) {
            load.begun();
            load.answered(1_000, 1);
        }
        System.out.println(load.microsAt(50, 1) + " us");
    }
}
