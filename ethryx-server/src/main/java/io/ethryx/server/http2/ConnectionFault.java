package io.ethryx.server.http2;

/** A fault that only the end of the whole connection can answer (RFC 9113 section 5.4.1). Made without a stack trace. */
public final class ConnectionFault extends Exception {

    private static final long serialVersionUID = 1;

    private final int code;

    /**
     * A fault.
     *
     * @param code what the GOAWAY says, one of {@link ErrorCode}
     * @param reason for people
     */
    public ConnectionFault(int code, String reason) {
        super(reason, null, false, false);
        this.code = code;
    }

    /**
     * What the GOAWAY says.
     *
     * @return one of {@link ErrorCode}
     */
    public int code() {
        return code;
    }
}
