package io.ethryx.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectationTest {

    @ParameterizedTest
    @ValueSource(strings = {"100-continue", "100-CONTINUE", " 100-continue ", "a, 100-continue", "100-continue,"})
    void a_hundred_is_waited_for(String expect) {
        assertThat(Expectation.isContinue(fields(expect))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "100", "200-ok", "100-continued", "x=100-continue"})
    void anything_else_waits_for_nothing(String expect) {
        assertThat(Expectation.isContinue(fields(expect))).isFalse();
    }

    @Test
    void it_may_stand_on_a_later_line() {
        FieldBlock fields = fields("a");
        fields.add(KnownField.EXPECT, "100-continue");
        assertThat(Expectation.isContinue(fields)).isTrue();
        assertThat(Expectation.isContinue(new FieldBlock())).isFalse();
    }

    private static FieldBlock fields(String expect) {
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.EXPECT, expect);
        return fields;
    }
}
