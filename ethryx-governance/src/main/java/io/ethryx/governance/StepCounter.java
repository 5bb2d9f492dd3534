package io.ethryx.governance;

/** A text that gives up once it has been looked at too often, which is how a backtracking matcher is stopped. */
final class StepCounter implements CharSequence {

    /** Some forty looks at each letter of the longest name that anyone uses; a thousand names a batch add up to some 50 ms. */
    private static final int STEPS = 16_384;

    /** Tells that matching took too long. */
    static final class TooManySteps extends RuntimeException {

        private static final long serialVersionUID = 1;

        private TooManySteps() {
            super("matching takes too long", null, false, false);
        }
    }

    private final CharSequence text;
    private int left = STEPS;

    StepCounter(CharSequence text) {
        this.text = text;
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
