package io.ethryx.server.gateway.admin;

import io.ethryx.server.gateway.access.Standing;
import io.ethryx.server.logging.Targets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where admin calls are answered: a few daemon threads {@code ethryx-admin} that may wait, and a short queue before them. */
final class AdminDesk implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);
    private static final int THREADS = 4;
    private static final int QUEUE = 256;
    private static final long IDLE_SECONDS = 30;

    private final boolean writable;
    private final ThreadPoolExecutor threads;

    /**
     * A desk; its threads come with the calls.
     *
     * @param writable whether there is an etcd whose keys can be changed
     */
    AdminDesk(boolean writable) {
        this.writable = writable;
        threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUE), task -> {
                    Thread thread = new Thread(task, "ethryx-admin");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Runs something on one of the threads; throws if too much waits already, or after {@link #close}. */
    void execute(Runnable work) {
        threads.execute(work);
    }

    /** The answer to a call, whatever happens. */
    AdminAnswer answer(AdminRequest request) {
        try {
            if (request.route().reach() == Route.Reach.ETCD && !writable) {
                throw new AdminFault(
                        409,
                        "topology is static",
                        "discovery.type is static: change discovery.static or discovery.file, or use the Local calls");
            }
            return request.route().action().answer(request);
        } catch (AdminFault fault) {
            return fault.answer();
        } catch (RuntimeException defect) {
            LOG.atError()
                    .addKeyValue("route", request.route().toString())
                    .setCause(defect)
                    .log("admin call failed");
            return new AdminFault(500, "internal error", "the log says more").answer();
        }
    }

    static AdminFault refusal(Standing standing) {
        return standing.status() == 401
                ? new AdminFault(401, "a token is required", "send Authorization: Bearer TOKEN, as in admin.token_file")
                : new AdminFault(
                        403,
                        "only local callers may do this",
                        "call a loopback address from this machine and not through a proxy, or set admin.token_file");
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
