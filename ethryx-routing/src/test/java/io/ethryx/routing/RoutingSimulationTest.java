package io.ethryx.routing;

import static io.ethryx.routing.RoutingSimulation.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What routing does as a whole is a text in the sources, so that a change of it is a diff that somebody reads. */
final class RoutingSimulationTest {

    private static final String REPORT = "routing-simulation.txt";
    private static final String WRITE = "ethryx.simulation.write";

    @Test
    void the_simulation_comes_out_as_reported() throws IOException {
        String report = scenarios().map(RoutingSimulation::run).collect(Collectors.joining("\n"));
        String target = System.getProperty(WRITE);
        if (target != null) {
            Files.writeString(Path.of(target), report);
        }
        assertThat(report)
                .as(
                        "routing behaves differently; if that is meant, write the report anew with"
                                + " mvn -pl ethryx-routing -am test -Dtest=RoutingSimulationTest"
                                + " -Dsurefire.failIfNoSpecifiedTests=false"
                                + " -DargLine=-D%s=src/test/resources/io/ethryx/routing/%s and commit it",
                        WRITE, REPORT)
                .isEqualTo(committed());
    }

    private static String committed() throws IOException {
        try (InputStream resource = RoutingSimulationTest.class.getResourceAsStream(REPORT)) {
            return resource == null ? "" : new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Stream<RoutingSimulation> scenarios() {
        return Stream.of(
                skewed(SelectionStrategy.RANDOM),
                skewed(SelectionStrategy.ROUND_ROBIN),
                skewed(SelectionStrategy.LEAST_LATENCY),
                dying("a State node is dead from 10 s to 40 s, probes tell it", SelectionStrategy.RANDOM),
                dying("a State node is dead from 10 s to 40 s, no probes", SelectionStrategy.RANDOM)
                        .withoutProbes(),
                dying(
                                "a State node is dead from 10 s to 40 s, no probes, least_latency",
                                SelectionStrategy.LEAST_LATENCY)
                        .withoutProbes(),
                noArchive(),
                lagging("heads come 3 blocks late", 3),
                lagging("heads come 200 blocks late", 200),
                everythingDies());
    }

    private static RoutingSimulation skewed(SelectionStrategy strategy) {
        return new RoutingSimulation(
                "State nodes of 5, 20 and 100 ms, " + strategy.wireName(),
                strategy,
                new SimulatedNode(Nodes.state("s1"), 5, 4),
                new SimulatedNode(Nodes.state("s2"), 20, 4),
                new SimulatedNode(Nodes.state("s3"), 100, 16),
                new SimulatedNode(Nodes.archive("a1"), 30, 8));
    }

    private static RoutingSimulation dying(String title, SelectionStrategy strategy) {
        return new RoutingSimulation(
                title,
                strategy,
                new SimulatedNode(Nodes.state("s1"), 10, 4).deadBetween(10 * SECOND, 40 * SECOND),
                new SimulatedNode(Nodes.state("s2"), 10, 4),
                new SimulatedNode(Nodes.archive("a1"), 30, 8));
    }

    private static RoutingSimulation noArchive() {
        return new RoutingSimulation(
                "both archive nodes are dead from 20 s on; State nodes have 128 blocks",
                SelectionStrategy.RANDOM,
                new SimulatedNode(Nodes.state("s1"), 10, 4).withHistory(128),
                new SimulatedNode(Nodes.state("s2"), 10, 4).withHistory(128),
                new SimulatedNode(Nodes.archive("a1"), 30, 8).deadBetween(20 * SECOND, Long.MAX_VALUE),
                new SimulatedNode(Nodes.archive("a2"), 30, 8).deadBetween(20 * SECOND, Long.MAX_VALUE));
    }

    private static RoutingSimulation lagging(String title, long blocks) {
        return new RoutingSimulation(
                        title + "; State nodes have 128 blocks",
                        SelectionStrategy.ROUND_ROBIN,
                        new SimulatedNode(Nodes.weighing(3, Nodes.state("s1")), 10, 4).withHistory(128),
                        new SimulatedNode(Nodes.weighing(1, Nodes.state("s2")), 10, 4).withHistory(128),
                        new SimulatedNode(Nodes.archive("a1"), 30, 8))
                .headsLagBy(blocks);
    }

    private static RoutingSimulation everythingDies() {
        return new RoutingSimulation(
                "every node is dead from 20 s to 30 s",
                SelectionStrategy.RANDOM,
                new SimulatedNode(Nodes.state("s1"), 10, 4).deadBetween(20 * SECOND, 30 * SECOND),
                new SimulatedNode(Nodes.state("s2"), 10, 4).deadBetween(20 * SECOND, 30 * SECOND),
                new SimulatedNode(Nodes.archive("a1"), 30, 8).deadBetween(20 * SECOND, 30 * SECOND));
    }
}
