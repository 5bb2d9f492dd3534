package io.ethryx.server.gateway.admin;

import io.ethryx.server.access.Standing;
import io.ethryx.server.logging.Targets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where admin calls are answered: a few daemon threads {@code ethryx-admin} for what is done at once, others {@code
 * ethryx-admin-etcd} for what may wait for etcd, and a short queue before each.
 */
final class AdminDesk implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Targets.ETHRYX);
    private static final int AT_ONCE_THREADS = 2;
    private static final int WAITING_THREADS = 4;
    private static final int QUEUE = 256;
    private static final long IDLE_SECONDS = 30;

    private final boolean writable;
    private final ThreadPoolExecutor atOnce = threads("ethryx-admin", AT_ONCE_THREADS);
    private final ThreadPoolExecutor waiting = threads("ethryx-admin-etcd", WAITING_THREADS);

    /**
     * A desk; its threads come with the calls.
     *
     * @param writable whether there is an etcd whose keys can be changed
     */
    AdminDesk(boolean writable) {
        this.writable = writable;
    }

    private static ThreadPoolExecutor threads(String name, int count) {
        ThreadPoolExecutor made = new ThreadPoolExecutor(
                count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUE), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        made.allowCoreThreadTimeOut(true);
        return made;
    }

    /** Runs what waits for nothing; throws if too much is there already, or after {@link #close}. */
    void execute(Runnable work) {
        atOnce.execute(work);
    }

    /** Runs what may wait for etcd, so that nothing else has to; throws as {@link #execute}. */
    void executeWaiting(Runnable work) {
        waiting.execute(work);
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
        atOnce.shutdownNow();
        waiting.shutdownNow();
    }
}
