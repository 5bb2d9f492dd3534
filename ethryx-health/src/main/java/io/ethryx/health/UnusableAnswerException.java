package io.ethryx.health;

/** An answer that tells nothing. Its message is the error text E of reference section 6. */
final class UnusableAnswerException extends Exception {

    private static final long serialVersionUID = 1L;

    UnusableAnswerException(String error) {
        super(error, null, false, false);
    }

    String error() {
        return String.valueOf(getMessage());
    }
}
