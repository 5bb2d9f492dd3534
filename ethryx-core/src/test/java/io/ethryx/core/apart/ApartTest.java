package io.ethryx.core.apart;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApartTest {

    private static final int TWO_LINES = 128;

    /** A virtual machine puts fields of a subclass wherever a header leaves room, unless others stand there. */
    static final class Written extends Apart {
        int whole;
        boolean flag;
        byte small;
        Object reference = "";
        long large;
    }

    @ParameterizedTest
    @ValueSource(strings = {"whole", "flag", "small", "reference", "large"})
    void fields_stand_two_cache_lines_behind_what_lies_before_the_object(String field) throws Exception {
        assertThat(offset(Written.class.getDeclaredField(field))).isGreaterThanOrEqualTo(TWO_LINES);
    }

    private static long offset(Field field) throws ReflectiveOperationException {
        Class<?> memory = Class.forName("sun.misc.Unsafe");
        Field only = memory.getDeclaredField("theUnsafe");
        only.setAccessible(true);
        return (long) memory.getMethod("objectFieldOffset", Field.class).invoke(only.get(null), field);
    }
}
