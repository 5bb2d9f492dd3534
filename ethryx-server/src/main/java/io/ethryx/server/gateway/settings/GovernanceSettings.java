package io.ethryx.server.gateway.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What may pass, as what, and who else sees it.
 *
 * @param denied names of methods, each perhaps ending in {@code *}
 * @param names how names must look, if they are checked
 * @param limiter how many calls a second
 * @param blocks which blocks may be asked for
 * @param mirror who else gets a copy
 * @param slow what is logged as slow or failed
 */
public record GovernanceSettings(
        List<String> denied,
        Optional<NameCheck> names,
        Limiter limiter,
        BlockLimit blocks,
        Mirror mirror,
        SlowLog slow) {

    /**
     * Copies what it is given.
     *
     * @param denied see the record
     * @param names see the record
     * @param limiter see the record
     * @param blocks see the record
     * @param mirror see the record
     * @param slow see the record
     */
    public GovernanceSettings {
        denied = List.copyOf(denied);
    }

    /**
     * How names must look.
     *
     * @param allowed is found in a good name
     * @param denied is found in a bad one, if any
     */
    public record NameCheck(String allowed, Optional<String> denied) {}

    /** What a bucket is for. */
    public enum Per {
        /** The whole process. */
        PROCESS,
        /** Each chain. */
        CHAIN,
        /** Each client id. */
        CLIENT
    }

    /**
     * How many calls a second.
     *
     * @param perSecond by method
     * @param burst by method; the rate itself where a method is not named
     * @param per what a bucket is for
     */
    public record Limiter(Map<String, Double> perSecond, Map<String, Double> burst, Per per) {

        /**
         * Copies what it is given.
         *
         * @param perSecond see the record
         * @param burst see the record
         * @param per see the record
         */
        public Limiter {
            perSecond = Map.copyOf(perSecond);
            burst = Map.copyOf(burst);
        }
    }

    /**
     * Which blocks may be asked for.
     *
     * @param enabled whether anything is limited
     * @param hashAllowed whether blocks may be asked for by hash
     * @param recentBlocks how far behind the head, 0 for no limit
     * @param rewriteToLatest whether older ones become latest instead of an error
     * @param maxRange blocks of a range, 0 for no limit
     */
    public record BlockLimit(
            boolean enabled, boolean hashAllowed, long recentBlocks, boolean rewriteToLatest, long maxRange) {}

    /**
     * Who else gets a copy.
     *
     * @param enabled whether anyone does
     * @param sampleRatio share of calls, 0 to 1
     * @param forwardCredentials whether copies keep credentials
     * @param mirrorWrites whether calls that submit are copied
     * @param queue copies waiting, at most
     * @param concurrency copies on their way, at most
     */
    public record Mirror(
            boolean enabled,
            double sampleRatio,
            boolean forwardCredentials,
            boolean mirrorWrites,
            int queue,
            int concurrency) {}

    /**
     * What is logged as slow or failed.
     *
     * @param enabled whether anything is
     * @param errors whether failed calls are
     * @param slow from when on a call is slow, by method
     */
    public record SlowLog(boolean enabled, boolean errors, MethodTimes slow) {}
}
