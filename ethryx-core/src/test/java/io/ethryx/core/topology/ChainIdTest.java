package io.ethryx.core.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ChainIdTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "0x1, 1",
        "0X1, 1",
        "0x38, 56",
        "0xFf, 255",
        "007, 7",
        "+7, 7",
        "' 56 ', 56",
        "1-, 1",
        "'1 - ', 1",
        "0x1-v2, 1-v2",
        "001-v2, 1-v2",
        "1- v2 , 1-v2",
        "0x1-version-id, 1-version-id",
        "0x1-0x2, 1-0x2",
        "ethereum, ethereum",
        "Ethereum-v1, Ethereum-v1",
        "9223372036854775807, 9223372036854775807",
        "9223372036854775808, 9223372036854775808",
        "0x7fffffffffffffff, 9223372036854775807",
        "0x8000000000000000, 0x8000000000000000",
        "0x, 0x",
        "0xg, 0xg",
        "1e3, 1e3",
        "٣, ٣",
    })
    void a_chain_has_one_name_however_it_is_written(String text, String normal) {
        assertThat(ChainId.parse(text)).map(ChainId::toString).contains(normal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-", "-v1", "- ", " -1", "-5"})
    void without_a_base_there_is_no_chain(String text) {
        assertThat(ChainId.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1/a1b2c3d4, 1-a1b2c3d4",
        "1/v1/beta, 1-v1-beta",
        "/1/, 1",
        "//1/v2//, 1-v2",
        "0x1/v2, 1-v2",
        "56, 56",
    })
    void a_key_writes_a_version_behind_a_slash(String keyPart, String normal) {
        assertThat(ChainId.ofKey(keyPart)).map(ChainId::toString).contains(normal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "///", "/-/"})
    void a_key_of_slashes_names_no_chain(String keyPart) {
        assertThat(ChainId.ofKey(keyPart)).isEmpty();
    }

    @Test
    void spellings_of_one_chain_are_equal() {
        assertThat(ChainId.parse("0x1-v2").orElseThrow()).isEqualTo(new ChainId("1", "v2"));
        assertThat(new ChainId("0x1", " v2 "))
                .isEqualTo(new ChainId("01", "v2"))
                .hasSameHashCodeAs(new ChainId("1", "v2"));
    }

    @Test
    void a_version_comes_and_goes() {
        ChainId chain = new ChainId("1", "");

        assertThat(chain.withVersion("v1/beta")).hasToString("1-v1-beta");
        assertThat(chain.withVersion("v2").withoutVersion()).isEqualTo(chain);
        assertThat(chain.withoutVersion()).isSameAs(chain);
    }

    @Test
    void a_base_is_not_blank_and_holds_no_version() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ChainId(" ", "v1"));
        assertThatIllegalArgumentException().isThrownBy(() -> new ChainId("1-v2", ""));
    }
}
