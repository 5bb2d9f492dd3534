package io.ethryx.server.gateway.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.ChainId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChainSpellingsTest {

    private final ChainSpellings spellings = new ChainSpellings();

    @ParameterizedTest
    @CsvSource({"1,1", "0x1,1", "001,1", "%2B1,1", "+1,1", "0x1-v2,1-v2", "%31%2Dv2,1-v2", "mainnet,mainnet", "%zz,%zz"
    })
    void a_segment_names_the_same_chain_each_time(String segment, String chain) {
        for (int i = 0; i < 2; i++) {
            assertThat(spellings.chain(segment)).map(ChainId::toString).hasValue(chain);
        }
    }

    @Test
    void a_blank_one_names_none_each_time() {
        for (int i = 0; i < 2; i++) {
            assertThat(spellings.chain("%20")).isEmpty();
            assertThat(spellings.chain("-v2")).isEmpty();
        }
    }

    @Test
    void an_id_is_read_once_for_a_spelling() {
        ChainId first = spellings.chain("0x1").orElseThrow();

        assertThat(spellings.chain("0x1").orElseThrow()).isSameAs(first);
    }

    @Test
    void more_spellings_than_are_kept_are_read_anew_each_time() {
        for (int i = 0; i < 3_000; i++) {
            assertThat(spellings.chain(Integer.toString(i))).hasValue(new ChainId(Integer.toString(i), ""));
        }
        ChainId late = spellings.chain("2999").orElseThrow();
        assertThat(spellings.chain("2999")).hasValue(late);
        assertThat(spellings.chain("2999").orElseThrow()).isNotSameAs(late);
        assertThat(spellings.chain("0").orElseThrow())
                .isSameAs(spellings.chain("0").orElseThrow());
    }

    @Test
    void a_long_one_is_not_kept() {
        String longName = "x".repeat(65);
        ChainId first = spellings.chain(longName).orElseThrow();

        assertThat(spellings.chain(longName).orElseThrow()).isEqualTo(first).isNotSameAs(first);
    }
}
