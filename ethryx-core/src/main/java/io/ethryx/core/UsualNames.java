package io.ethryx.core;

/**
 * The names of members that nearly all messages have. They are passed by comparing: a processor that guesses the outcome goes
 * on behind the name at once, and need not wait until its closing quote is found.
 */
final class UsualNames {

    /** None of them. */
    static final int NONE = -1;

    private static final long JSONRPC = ShortText.word("jsonrpc");
    private static final long ID = ShortText.word("id");
    private static final long METHOD = ShortText.word("method");
    private static final long PARAMS = ShortText.word("params");
    private static final long RESULT = ShortText.word("result");

    private UsualNames() {}

    /** The length of the name that eight bytes begin with, up to its closing quote, or {@link #NONE}. */
    static int length(long eight) {
        if (ShortText.begins(eight, JSONRPC, 7)) {
            return 7;
        }
        if (ShortText.begins(eight, ID, 2)) {
            return 2;
        }
        boolean six = ShortText.begins(eight, RESULT, 6)
                || ShortText.begins(eight, METHOD, 6)
                || ShortText.begins(eight, PARAMS, 6);
        return six ? 6 : NONE;
    }
}
