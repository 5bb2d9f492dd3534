package io.ethryx.health;

import java.util.Optional;

/**
 * Whether the EL speaks HTTP/2 with prior knowledge (decision S11, reference section 5). An immutable state machine, driven
 * by the outcomes of polls: it begins with the belief that the EL does, tries the other way when one fails in transport, and
 * keeps whichever got an answer, whatever the answer was.
 *
 * @param mode how to speak to the EL now
 * @param spoke whether the EL has ever answered over HTTP/2
 * @param reprobes polls to come that try HTTP/2 first although HTTP/1.1 works
 * @param doubted whether the EL has said HTTP_1_1_REQUIRED, so that the next poll tries HTTP/1.1 first
 */
public record H2cVerdict(TransportMode mode, boolean spoke, int reprobes, boolean doubted) {

    /** The belief before the first poll. */
    public static final H2cVerdict INITIAL = new H2cVerdict(TransportMode.HTTP_2, false, 0, false);

    private static final int REPROBES_AFTER_TIMEOUT = 3;

    /** How an attempt of a poll ended. */
    public enum Attempt {
        /** Some HTTP answer came, whatever its status and body. */
        ANSWERED,
        /** The transport failed before an answer's head. */
        REFUSED,
        /** The time ran out before an answer's head. */
        TIMED_OUT,
        /** There was no need for it. */
        NOT_MADE
    }

    /**
     * What a poll leads to.
     *
     * @param verdict the state from now on
     * @param change what to tell, if the mode changed
     */
    public record Outcome(H2cVerdict verdict, Optional<TransportSwitch> change) {}

    /**
     * Which mode the next poll tries first; if that fails in transport, it tries the other.
     *
     * @return the mode
     */
    public TransportMode firstTry() {
        if (doubted) {
            return TransportMode.HTTP_1_1;
        }
        return reprobes > 0 ? TransportMode.HTTP_2 : mode;
    }

    /** Whether the EL has answered over one HTTP and nothing is left to be looked into. */
    boolean settled() {
        return (spoke || mode == TransportMode.HTTP_1_1) && reprobes == 0 && !doubted;
    }

    /**
     * The EL has reset a request with HTTP_1_1_REQUIRED.
     *
     * @return the state from now on
     */
    public H2cVerdict doubt() {
        return mode == TransportMode.HTTP_2 ? new H2cVerdict(mode, spoke, reprobes, true) : this;
    }

    /**
     * A poll has ended.
     *
     * @param first how the try of {@link #firstTry} ended
     * @param second how the try of the other mode ended, {@link Attempt#NOT_MADE} if the first was answered
     * @return the state from now on; unchanged if neither was answered
     */
    public Outcome after(Attempt first, Attempt second) {
        if (first == Attempt.ANSWERED) {
            return settle(firstTry(), firstTry() == TransportMode.HTTP_2 ? first : second);
        }
        if (second == Attempt.ANSWERED) {
            return settle(firstTry().other(), firstTry() == TransportMode.HTTP_2 ? first : second);
        }
        return new Outcome(this, Optional.empty());
    }

    private Outcome settle(TransportMode answered, Attempt overHttp2) {
        if (answered == TransportMode.HTTP_2) {
            return outcome(new H2cVerdict(answered, true, 0, false), TransportSwitch.SPEAKS_H2C);
        }
        TransportSwitch gone = spoke ? TransportSwitch.STOPPED_SPEAKING_H2C : TransportSwitch.NEVER_SPOKE_H2C;
        return outcome(new H2cVerdict(answered, spoke, reprobesAfter(overHttp2), false), gone);
    }

    private int reprobesAfter(Attempt overHttp2) {
        return switch (overHttp2) {
            case TIMED_OUT -> mode == TransportMode.HTTP_2 ? REPROBES_AFTER_TIMEOUT : Math.max(0, reprobes - 1);
            case NOT_MADE -> reprobes;
            case ANSWERED, REFUSED -> 0;
        };
    }

    private Outcome outcome(H2cVerdict next, TransportSwitch change) {
        return new Outcome(next, next.mode == mode ? Optional.empty() : Optional.of(change));
    }
}
