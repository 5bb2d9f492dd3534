package io.ethryx.server.gateway.metrics;

import io.ethryx.core.line.CallMetrics;
import io.ethryx.core.line.Governance;
import io.ethryx.core.line.Router;
import io.ethryx.core.topology.Topology;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * All that the gateway counts (decisions G21, G35, G39), and the page of it. Thread-safe. On the request path it takes no
 * lock, and allocates nothing for a combination of labels that was seen before.
 */
public final class GatewayMetrics {

    private final CallLabels values;
    private final CallFamilies calls;
    private final List<MetricFamilies> families = new CopyOnWriteArrayList<>();

    /**
     * Metrics in which nothing is counted yet.
     *
     * @param knownMethods methods that keep their name as a label however many others come
     */
    public GatewayMetrics(Collection<String> knownMethods) {
        values = CallLabels.knowing(knownMethods);
        calls = new CallFamilies(values);
        families.add(calls);
        families.add(this::overflows);
        families.add(new ProcessFamilies());
    }

    /** {@return who counts the calls of a line} */
    public CallMetrics calls() {
        return calls;
    }

    /**
     * A router whose retries are counted; to be asked for once.
     *
     * @param router who decides
     * @return decides the same
     */
    public Router counted(Router router) {
        CountedRouter counted = new CountedRouter(router);
        families.add(counted);
        return counted;
    }

    /**
     * Steps of which what the rate limit holds off is counted; to be asked for once.
     *
     * @param steps who judges
     * @return judge the same
     */
    public Governance counted(Governance steps) {
        CountedLimiter counted = new CountedLimiter(steps.rateLimit(), values.methods());
        families.add(counted);
        return new Governance(steps.denyList(), steps.nameCheck(), counted, steps.rewrite());
    }

    /**
     * Shows the state of chains and nodes.
     *
     * @param topologies the topology of the moment
     */
    public void showTopology(Supplier<Topology> topologies) {
        families.add(new TopologyFamilies(topologies));
    }

    /**
     * Shows what requests hold.
     *
     * @param bytes bytes of bodies that are held now
     */
    public void showInFlight(LongSupplier bytes) {
        add(page -> {
            page.family(
                    "ethryx_gateway_in_flight_bytes", PageText.Type.GAUGE, "Bytes of bodies that requests hold now.");
            page.sample("ethryx_gateway_in_flight_bytes", "", bytes.getAsLong());
        });
    }

    /**
     * Shows how many WebSockets are open.
     *
     * @param sockets tells it, on the thread of whoever reads the page
     */
    public void showSockets(LongSupplier sockets) {
        add(page -> {
            page.family("ethryx_gateway_websockets", PageText.Type.GAUGE, "WebSockets of clients open now.");
            page.sample("ethryx_gateway_websockets", "", sockets.getAsLong());
        });
    }

    /**
     * Shows which build runs.
     *
     * @param version the program's version
     * @param git the git describe of its build
     */
    public void showBuild(String version, String git) {
        add(page -> {
            page.family("ethryx_build_info", PageText.Type.GAUGE, "The build that runs; always 1.");
            page.sample("ethryx_build_info", PageText.labels("version", version, "git", git), 1);
        });
    }

    /**
     * Adds families to the page.
     *
     * @param more families of names that are not there yet
     */
    public void add(MetricFamilies more) {
        families.add(more);
    }

    /**
     * Goes by the chains and nodes of another topology from now on; before calls see it.
     *
     * @param next the topology
     */
    public void follow(Topology next) {
        calls.follow(next);
    }

    /** {@return the page as it stands now, text of version 0.0.4; takes as long as there are series, up to some 10 MB} */
    public byte[] page() {
        PageText page = new PageText();
        families.forEach(some -> some.writeTo(page));
        return page.bytes();
    }

    private void overflows(PageText page) {
        String name = "ethryx_gateway_label_overflow_total";
        page.family(name, PageText.Type.COUNTER, "Values of a label, or whole series, that were counted as other.");
        page.sample(name, PageText.labels("label", "host"), values.hosts().overflow());
        page.sample(name, PageText.labels("label", "method"), values.methods().overflow());
        page.sample(name, PageText.labels("label", "sourcedapp"), values.dapps().overflow());
        page.sample(
                name, PageText.labels("label", "status_code"), values.codes().overflow());
        page.sample(name, PageText.labels("label", "series"), calls.overflow());
    }
}
