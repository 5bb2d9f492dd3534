package io.ethryx.server.gateway.admin;

import org.jspecify.annotations.Nullable;

/** An admin call that is not done: the status and the body of its answer. Only thrown on the admin threads. */
final class AdminFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final @Nullable String detail;

    /**
     * A fault.
     *
     * @param status of the answer
     * @param error the text that clients of the replaced program know
     * @param detail value, rule and remedy, or null where the text says it all
     */
    AdminFault(int status, String error, @Nullable String detail) {
        super(error);
        this.status = status;
        this.detail = detail;
    }

    /** A call that is wrong in itself. */
    static AdminFault bad(String error, String detail) {
        return new AdminFault(400, error, detail);
    }

    /** A call for something that isn't there. */
    static AdminFault notFound(String error) {
        return new AdminFault(404, error, null);
    }

    int status() {
        return status;
    }

    /** The text that clients know. */
    String error() {
        return String.valueOf(getMessage());
    }

    @Nullable
    String detail() {
        return detail;
    }

    /** The same with other words before it. */
    AdminFault after(String words) {
        return new AdminFault(status, words + ": " + error(), detail);
    }

    AdminAnswer answer() {
        JsonObject body = new JsonObject().with("error", error());
        return AdminAnswer.json(status, detail == null ? body : body.with("detail", detail));
    }
}
