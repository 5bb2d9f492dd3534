package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeySpaceTest {

    @ParameterizedTest
    @CsvSource({
        "1/nodes/s1, NODE, 1, s1",
        "1/nativeNodes/n1, NATIVE_NODE, 1, n1",
        "1/lastBlockNumber, HEAD, 1, ''",
        "1/gateway, GATEWAY, 1, ''",
        "1/mirror/10.0.0.2:8545, MIRROR, 1, 10.0.0.2:8545",
        "1/version, VERSION, 1, ''",
        "1/nodes/127.0.0.1_8545, NODE, 1, 127.0.0.1_8545",
        "1/nodes/a/b, NODE, 1, a/b",
        "1/nodes/a/nativeNodes/b, NODE, 1, a/nativeNodes/b",
        "1/nativeNodes/nodes/x, NATIVE_NODE, 1, nodes/x",
        "1/v2/nodes/x1, NODE, 1-v2, x1",
        "1-v2/nodes/x1, NODE, 1-v2, x1",
        "1/v1/beta/nodes/x1, NODE, 1-v1-beta, x1",
        "1/v2/lastBlockNumber, HEAD, 1-v2, ''",
        "1/version/nodes/x1, NODE, 1-version, x1",
        "0x1/nodes/s1, NODE, 1, s1",
        "0X38/nodes/s1, NODE, 56, s1",
        "007/nodes/s1, NODE, 7, s1",
        "0x1/v2/nodes/s1, NODE, 1-v2, s1",
        "0x1-v2/gateway, GATEWAY, 1-v2, ''",
        "/1/nodes/s1, NODE, 1, s1",
        "//1//nodes//s1/, NODE, 1, s1",
        "1/gateway/, GATEWAY, 1, ''",
        "ethereum/nodes/s1, NODE, ethereum, s1"
    })
    void a_key_tells_kind_chain_and_name(String key, KeyKind kind, String chain, String name) {
        assertThat(KeySpace.read(key)).isInstanceOfSatisfying(KeyReading.Entry.class, entry -> {
            assertThat(entry.key().kind()).isEqualTo(kind);
            assertThat(entry.key().chain()).hasToString(chain);
            assertThat(entry.key().name()).isEqualTo(name);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "1",
                "1/node/s1",
                "1/Nodes/s1",
                "1/writers/w1",
                "1/writers/leader",
                "1/v2/writers/leader",
                "1/gateway/x",
                "1/lastBlockNumber2",
                "registry/pods/x"
            })
    void what_is_no_key_of_the_topology_is_foreign(String key) {
        assertThat(KeySpace.read(key)).isEqualTo(KeyReading.FOREIGN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1/nodes/ | a name has to follow nodes/",
                "1/nodes | a name has to follow nodes/",
                "1/mirror// | a name has to follow mirror/",
                "nodes/a/b | a chain has to stand before nodes",
                "/gateway | a chain has to stand before gateway",
                "-v1/nodes/a | a chain has to stand before nodes",
                "1/nodes/\uFFFD | a key has to be UTF-8"
            })
    void what_was_meant_for_the_topology_and_is_wrong_says_so(String key, String rule) {
        assertThat(KeySpace.read(key)).isEqualTo(new KeyReading.Broken(rule));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1/nodes/a, 1/nodes/a",
        "'', /1/nodes/a, 1/nodes/a",
        "/, /1/nodes/a, 1/nodes/a",
        "/nodex, /nodex/1/nodes/a, 1/nodes/a",
        "/nodex/, /nodex/1/nodes/a, 1/nodes/a",
        "/nodex/, /nodex//1/nodes/a, 1/nodes/a",
        "nodex, nodex/1/nodes/a, 1/nodes/a",
        "prod-, prod-1/nodes/a, 1/nodes/a",
        "/nodex, /nodex1/nodes/a, 1/nodes/a",
        "/nodex, /nodex0x1/nodes/a, 0x1/nodes/a"
    })
    void the_prefix_is_taken_away_whatever_parts_it_from_the_chain(String prefix, String key, String relative) {
        assertThat(new KeySpace(prefix).relative(key)).hasValue(relative);
    }

    @ParameterizedTest
    @CsvSource({
        "/prod, /prod2/1/nodes/a",
        "/prod, /production/1/nodes/a",
        "/prod, /prod-old/1/nodes/a",
        "/a, /b/1/nodes/a"
    })
    void a_neighbours_keys_are_not_taken_for_ones_own(String prefix, String key) {
        assertThat(new KeySpace(prefix).relative(key)).isEmpty();
    }

    @Test
    void a_key_is_written_with_one_separator_behind_the_prefix() {
        assertThat(new KeySpace("").absolute("1/gateway")).isEqualTo("1/gateway");
        assertThat(new KeySpace("/").absolute("1/gateway")).isEqualTo("/1/gateway");
        assertThat(new KeySpace("/nodex/").absolute("1/gateway")).isEqualTo("/nodex/1/gateway");
        assertThat(new KeySpace("/nodex").absolute("1/gateway")).isEqualTo("/nodex/1/gateway");
    }
}
