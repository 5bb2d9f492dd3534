package io.ethryx.server.config;

/** A value that can't be used: which rule it breaks, and what to write instead. */
public final class InvalidSetting extends Exception {

    private static final long serialVersionUID = 1;

    private final String rule;
    private final String remedy;

    /**
     * A refusal.
     *
     * @param rule what the value breaks, as the end of a sentence that begins with the value
     * @param remedy what to do
     */
    public InvalidSetting(String rule, String remedy) {
        super(rule + "; " + remedy);
        this.rule = rule;
        this.remedy = remedy;
    }

    /**
     * What the value breaks.
     *
     * @return the end of a sentence that begins with the value
     */
    public String rule() {
        return rule;
    }

    /**
     * What to do.
     *
     * @return an imperative clause
     */
    public String remedy() {
        return remedy;
    }
}
