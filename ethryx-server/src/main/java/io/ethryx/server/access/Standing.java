package io.ethryx.server.access;

/** What an {@link OperatorRule} says of a claim. */
public enum Standing {
    /** Anyone is an operator. */
    OPEN("open", 200),
    /** The token is right. */
    TOKEN("token", 200),
    /** No token is asked for, and the caller is on this machine. */
    LOCAL("local", 200),
    /** A token is asked for, and none came or another one. */
    NO_TOKEN("none", 401),
    /** No token is asked for, and the caller may be on any machine. */
    NOT_LOCAL("none", 403);

    private final String actor;
    private final int status;

    Standing(String actor, int status) {
        this.actor = actor;
        this.status = status;
    }

    /**
     * Whether the caller is an operator.
     *
     * @return true for the first three
     */
    public boolean allowed() {
        return status == 200;
    }

    /**
     * By what right the caller acts, for an audit log.
     *
     * @return a word
     */
    public String actor() {
        return actor;
    }

    /**
     * The HTTP status of a refusal.
     *
     * @return 401 or 403, 200 where nothing is refused
     */
    public int status() {
        return status;
    }
}
