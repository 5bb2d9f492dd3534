package io.ethryx.server.logging;

/**
 * The names under which Ethryx logs. They are slf4j logger names; in the output and in filter directives {@code .} between
 * Ethryx's own names is written {@code ::} (reference section 8).
 */
public final class Targets {

    /** Start, stop and whatever has no target of its own. */
    public static final String ETHRYX = "ethryx";

    /** Polls and verdicts, printed as {@code ethryx::health}. */
    public static final String HEALTH = "ethryx.health";

    /** Requests and upstreams, printed as {@code ethryx::proxy}. */
    public static final String PROXY = "ethryx.proxy";

    /** Calls that a gateway serves, printed as {@code ethryx::calls}: slow and failed ones at info, all of them at debug. */
    public static final String CALLS = "ethryx.calls";

    /** A line for each request; off unless asked for. */
    public static final String ACCESS = "access_log";

    /** Changes that operators made, where no file is named for them. */
    public static final String AUDIT = "audit";

    private Targets() {}

    /** {@code ethryx.health} to {@code ethryx::health}; other names stay as they are. */
    static String printed(String loggerName) {
        return loggerName.startsWith(ETHRYX + ".") ? loggerName.replace(".", "::") : loggerName;
    }

    /** Whether a printed target is one of Ethryx's own rather than a library's. */
    static boolean own(String target) {
        return target.equals(ETHRYX) || target.startsWith(ETHRYX + "::") || target.equals(AUDIT);
    }
}
