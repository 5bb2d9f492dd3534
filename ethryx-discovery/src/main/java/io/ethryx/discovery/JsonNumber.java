package io.ethryx.discovery;

import java.util.OptionalInt;

/** A number as it was written. */
record JsonNumber(String digits) {

    /** Its value, if it is written as an integer, without fraction or exponent, and 32 signed bits hold it. */
    OptionalInt asInt() {
        try {
            return OptionalInt.of(Integer.parseInt(digits));
        } catch (NumberFormatException noInteger) {
            return OptionalInt.empty();
        }
    }

    @Override
    public String toString() {
        return digits;
    }
}
