package io.ethryx.governance;

/** A text that gives up once it has been looked at too often, which is how a backtracking matcher is stopped. */
final class StepCounter implements CharSequence {

    /** A linear match of the longest name that a body holds takes fewer for each of its characters. */
    private static final int STEPS_A_CHAR = 64;

    private static final int LEAST_STEPS = 16_384;

    /** Tells that matching took too long. */
    static final class TooManySteps extends RuntimeException {

        private static final long serialVersionUID = 1;

        private TooManySteps() {
            super("matching takes too long", null, false, false);
        }
    }

    private final CharSequence text;
    private int left;

    StepCounter(CharSequence text) {
        this.text = text;
        this.left = Math.max(LEAST_STEPS, (int) Math.min(Integer.MAX_VALUE, (long) STEPS_A_CHAR * text.length()));
    }

    @Override
    public char charAt(int index) {
        if (--left < 0) {
            throw new TooManySteps();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
