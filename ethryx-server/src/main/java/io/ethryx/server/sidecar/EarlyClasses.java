package io.ethryx.server.sidecar;

import io.ethryx.server.io.IoRuntime;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads what a sidecar will need on a thread of its own, while the command line is still being read: with two cores, the
 * ports open that much sooner, and no class is looked for later, when files may be short. Nothing depends on it.
 */
public final class EarlyClasses {

    private static final List<String> NAMES = List.of(
            "org.xnio.nio.NioXnioWorker",
            "io.undertow.util.Methods",
            "io.undertow.util.StatusCodes",
            "io.prometheus.metrics.core.metrics.Counter",
            "io.prometheus.metrics.core.metrics.GaugeWithCallback",
            "io.prometheus.metrics.core.metrics.Info",
            "io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter",
            "io.ethryx.server.fields.FieldBlock",
            "io.ethryx.server.fields.FieldReader",
            "io.ethryx.server.listener.accept.Listeners",
            "io.ethryx.server.listener.accept.ProtocolSniffer",
            "io.ethryx.server.listener.http1.Http1Connection",
            "io.ethryx.server.listener.http1.RequestReader",
            "io.ethryx.server.listener.http1.RequestHead",
            "io.ethryx.server.listener.http1.Incoming",
            "io.ethryx.server.listener.http1.HeldBytes",
            "io.ethryx.server.listener.http1.Http1Exchange",
            "io.ethryx.server.listener.http1.Http1Body",
            "io.ethryx.server.listener.http1.Http1Answer",
            "io.ethryx.server.listener.http1.AnswerOutput",
            "io.ethryx.server.listener.http1.StatusLines",
            "io.ethryx.server.listener.connection.DateLine",
            "io.ethryx.server.listener.WholeAnswer",
            "io.ethryx.server.listener.connection.LingeringClose",
            "io.ethryx.server.proxy.Forwarder",
            "io.ethryx.server.upstream.http1.Http1Upstream",
            "io.ethryx.health.PairMonitor");

    private EarlyClasses() {}

    /** Begins, and returns at once. */
    public static void load() {
        Thread thread = new Thread(EarlyClasses::loadAll, "ethryx-early");
        thread.setDaemon(true);
        thread.start();
    }

    private static void loadAll() {
        try {
            IoRuntime.xnio();
            for (String name : NAMES) {
                Class.forName(name);
            }
        } catch (ClassNotFoundException | LinkageError e) {
            Logger log = LoggerFactory.getLogger(EarlyClasses.class);
            log.debug("a class was not loaded early", e);
        }
    }
}
