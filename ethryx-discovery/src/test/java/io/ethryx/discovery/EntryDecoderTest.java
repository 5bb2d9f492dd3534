package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.GatewaySettings;
import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.discovery.Flaw.Grade;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryDecoderTest {

    @Test
    void a_node_as_the_admin_api_writes_it() {
        Node node = node("1/nodes/s1", NODE_OF_THE_REFERENCE);
        assertThat(node)
                .isEqualTo(new Node("s1", Pool.STATE, "10.0.0.1", 8545, null, 60, 1, "manual", NodeStatus.READY));
    }

    private static final String NODE_OF_THE_REFERENCE =
            "{\"stateType\":1,\"address\":\"10.0.0.1\",\"port\":8545,\"nodeType\":1,\"weight\":60,\"source\":\"manual\"}";

    @Test
    void what_a_node_does_not_say_is_what_is_usual() {
        Decoded decoded = decode("1/nodes/s1", "{\"address\":\"a\",\"port\":1,\"stateType\":2,\"weight\":null}");
        Node node = ((Entry.Registered) decoded.entry()).node();
        assertThat(node).isEqualTo(new Node("s1", Pool.STATE, "a", 1, null, 100, 2, "official", NodeStatus.READY));
        assertThat(decoded.flaws()).isEmpty();
    }

    @Test
    void type_and_source_say_the_pool() {
        assertThat(node("1/nodes/a", "{\"address\":\"a\",\"port\":1,\"nodeType\":2}")
                        .pool())
                .isEqualTo(Pool.ARCHIVE);
        Node under = node("1/nativeNodes/a", "{\"address\":\"a\",\"port\":1,\"nodeType\":2,\"source\":\"manual\"}");
        assertThat(under.pool()).isEqualTo(Pool.NATIVE);
        assertThat(under.source()).isEqualTo("native");
        assertThat(node("1/nodes/a", "{\"address\":\"a\",\"port\":1,\"source\":\"native\"}")
                        .pool())
                .isEqualTo(Pool.NATIVE);
    }

    @Test
    void a_node_without_a_state_type_is_not_available() {
        Decoded decoded = decode("1/nodes/a", "{\"address\":\"a\",\"port\":1}");
        assertThat(((Entry.Registered) decoded.entry()).node().available()).isFalse();
        assertThat(decoded.flaws()).extracting(Flaw::grade).containsExactly(Grade.UNUSUAL);
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1",
        "node-1.example, node-1.example",
        "::1, ::1",
        "[2001:db8::1], 2001:db8::1",
        "a_b, a_b"
    })
    void an_address_is_a_name_or_a_literal(String written, String address) {
        assertThat(node("1/nodes/a", "{\"address\":\"" + written + "\",\"port\":1}")
                        .address())
                .isEqualTo(address);
    }

    @Test
    void names_of_members_are_found_in_any_case() {
        assertThat(node("1/nodes/a", "{\"Address\":\"a\",\"PORT\":7,\"statetype\":1}")
                        .available())
                .isTrue();
    }

    @Test
    void a_path_of_its_own_is_taken() {
        assertThat(node("1/nodes/a", "{\"address\":\"a\",\"port\":1,\"path\":\"/rpc\"}")
                        .path())
                .isEqualTo("/rpc");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not-json",
                "",
                "null",
                "[]",
                "7",
                "\"text\"",
                "{}",
                "{\"address\":\"a\"}",
                "{\"port\":8545}",
                "{\"address\":\"\",\"port\":1}",
                "{\"address\":\"a\",\"port\":0}",
                "{\"address\":\"a\",\"port\":99999}",
                "{\"address\":\"a\",\"port\":-1}",
                "{\"address\":\"a\",\"port\":\"8545\"}",
                "{\"address\":\"a\",\"port\":8545.0}",
                "{\"address\":\"a\",\"port\":1e3}",
                "{\"address\":\"ftp://a\",\"port\":1}",
                "{\"address\":\"http://\",\"port\":1}",
                "{\"address\":\"a:1\",\"port\":1}",
                "{\"address\":\":::\",\"port\":1}",
                "{\"address\":\"a b\",\"port\":1}",
                "{\"address\":\"a/b\",\"port\":1}",
                "{\"address\":\"a\\r\\nHost: b\",\"port\":1}",
                "{\"address\":7,\"port\":1}",
                "{\"address\":\"a\",\"address\":\"b\",\"port\":1}",
                "{\"address\":\"a\",\"Address\":\"b\",\"port\":1}",
                "{\"address\":\"a\",\"port\":1,\"weight\":\"100\"}",
                "{\"address\":\"a\",\"port\":1,\"stateType\":\"1\"}",
                "{\"address\":\"a\",\"port\":1,\"source\":7}",
                "{\"address\":\"a\",\"port\":1,\"path\":\"rpc\"}",
                "{\"address\":\"a\",\"port\":1,\"path\":\"/a?b=c\"}",
                "{\"address\":\"a\",\"port\":1,\"path\":\"/a b\"}",
                "{\"address\":\"a\",\"port\":1}x"
            })
    void a_node_that_could_not_be_called_is_useless(String value) {
        Decoded decoded = decode("1/nodes/a", value);
        assertThat(decoded.entry()).isNull();
        assertThat(decoded.flaws()).extracting(Flaw::grade).contains(Grade.USELESS);
    }

    @Test
    void a_value_of_five_megabytes_is_useless_unread() {
        Decoded decoded = decode("1/nodes/a", " ".repeat(5 << 20));
        assertThat(decoded.entry()).isNull();
        assertThat(decoded.flaws())
                .singleElement()
                .satisfies(flaw -> assertThat(flaw.rule()).contains("at most 4194304 bytes"));
    }

    @Test
    void a_weight_out_of_bounds_counts_as_100() {
        Decoded decoded = decode("1/nodes/a", "{\"address\":\"a\",\"port\":1,\"stateType\":1,\"weight\":101}");
        assertThat(((Entry.Registered) decoded.entry()).node().weight()).isEqualTo(100);
        assertThat(decoded.flaws())
                .containsExactly(
                        new Flaw(Grade.REPLACED, "weight", "101", "has to be 0 to 100", "100 counts in its place"));
    }

    @Test
    void all_that_is_wrong_with_a_value_is_told() {
        Decoded decoded = decode(
                "1/nodes/a",
                "{\"adress\":\"a\",\"port\":0,\"nodeType\":3,\"stateType\":4,\"weight\":-1,\"path\":\"x\"}");
        assertThat(decoded.flaws())
                .extracting(Flaw::member)
                .containsExactly("address", "port", "weight", "nodeType", "path", "stateType", "adress");
    }

    @ParameterizedTest
    @CsvSource({"0x1312d00, 20000000", "0x0, 0", "'', 0", "0X1F, 31", "0x8000000000000000, 9223372036854775807"})
    void a_head_is_a_quoted_quantity(String text, long height) {
        assertThat(decode("1/lastBlockNumber", "{\"latestBlockNumber\":\"" + text + "\"}"))
                .isEqualTo(new Decoded(new Entry.Head(OptionalLong.of(height)), List.of()));
    }

    @Test
    void a_head_of_256_bits_is_as_high_as_can_be_told() {
        assertThat(head("{\"latestBlockNumber\":\"0x" + "f".repeat(64) + "\"}")).hasValue(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"latestBlockNumber\":null}"})
    void a_head_that_is_not_told_is_unknown(String value) {
        assertThat(head(value)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "abc",
                "0x10",
                "-1",
                "",
                "99999999999999999999",
                " 123\n",
                "20000000",
                "{\"latestBlockNumber\":20000000}",
                "{\"latestBlockNumber\":\"20000000\"}",
                "{\"latestBlockNumber\":\"0x01\"}",
                "{\"latestBlockNumber\":\"0x\"}",
                "{\"latestBlockNumber\":\"-0x1\"}",
                "{\"latestBlockNumber\":\" 0x1\"}",
                "{\"latestBlockNumber\":[]}"
            })
    void garbage_is_no_head(String value) {
        assertThat(decode("1/lastBlockNumber", value).entry()).isNull();
    }

    @Test
    void a_head_of_65_digits_is_none() {
        assertThat(decode("1/lastBlockNumber", "{\"latestBlockNumber\":\"0x" + "f".repeat(65) + "\"}")
                        .entry())
                .isNull();
    }

    @Test
    void weights_and_routes_of_a_gateway() {
        GatewaySettings settings = gateway(
                "{\"weights\":[{\"node_key\":\"a\",\"weight\":0},{\"node_key\":\"b\",\"weight\":10}],"
                        + "\"method_routes\":{\"eth_call\":{\"include_node_keys\":{\"a\":true,\"c\":false},\"exclude_node_keys\":{}},"
                        + "\"eth_x\":{\"include_node_keys\":null,\"exclude_node_keys\":{\"b\":true}},\"eth_y\":{},\"eth_z\":null}}");
        assertThat(settings.weights()).isEqualTo(Map.of("a", 0, "b", 10));
        assertThat(settings.routes()).containsOnlyKeys("eth_call", "eth_x");
        assertThat(settings.routes().get("eth_call").include()).isEqualTo(Set.of("a"));
        assertThat(settings.routes().get("eth_x").exclude()).isEqualTo(Set.of("b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"weights\":null,\"method_routes\":null}", "{\"weights\":[]}"})
    void an_emptied_gateway_has_neither(String value) {
        assertThat(gateway(value)).isEqualTo(GatewaySettings.NONE);
    }

    @Test
    void a_gateway_weight_out_of_bounds_counts_as_100_and_the_rest_as_it_is() {
        assertThat(gateway("{\"weights\":[{\"node_key\":\"a\",\"weight\":-5},{\"node_key\":\"b\",\"weight\":3}]}")
                        .weights())
                .isEqualTo(Map.of("a", 100, "b", 3));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{\"weights\":{}}",
                "{\"weights\":[null]}",
                "{\"weights\":[{\"weight\":1}]}",
                "{\"weights\":[{\"node_key\":\"a\",\"weight\":\"1\"}]}",
                "{\"method_routes\":[]}",
                "{\"method_routes\":{\"m\":[]}}",
                "{\"method_routes\":{\"m\":{\"include_node_keys\":[\"a\"]}}}",
                "{\"method_routes\":{\"m\":{\"include_node_keys\":{\"a\":1}}}}"
            })
    void a_gateway_of_another_shape_is_useless(String value) {
        assertThat(decode("1/gateway", value).entry()).isNull();
    }

    @Test
    void a_mirror_target_with_and_without_a_limit() {
        assertThat(mirror("{\"address\":\"10.0.0.2\",\"port\":8545,\"rateLimit\":50}"))
                .isEqualTo(new MirrorTarget("m", "10.0.0.2", 8545, OptionalInt.of(50)));
        for (String none : List.of("", ",\"rateLimit\":null", ",\"rateLimit\":0", ",\"rateLimit\":-1")) {
            assertThat(mirror("{\"address\":\"a\",\"port\":1" + none + "}").rateLimit())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"version\":\"v2\"} | v2",
                "{\"version\":\" v2 \",\"by\":\"ops\"} | v2",
                "\"v2\" | v2",
                "\" v2 \" | v2",
                "v2 | v2",
                "` v2\n` | v2",
                "v1/beta | v1-beta",
                "2 | 2",
                "`` | ``",
                "`  ` | ``",
                "null | ``",
                "\"\" | ``",
                "{\"version\":\"\"} | ``",
                "{\"version\":\"  \"} | ``",
                "{} | ``"
            })
    void a_version_is_an_object_a_string_or_plain_text(String value, String version) {
        assertThat(decode("1/version", value).entry()).isEqualTo(new Entry.Version(version));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{\"version\":2}", "{\"version\":\"v2\"", "\"v2", "[1", "a\u0000b"})
    void what_only_begins_like_a_version_is_useless(String value) {
        assertThat(decode("1/version", value).entry()).isNull();
    }

    @Test
    void a_version_is_bounded_and_utf_8() {
        assertThat(decode("1/version", "v".repeat(129)).entry()).isNull();
        TopologyKey key = ((KeyReading.Entry) KeySpace.read("1/version")).key();
        assertThat(EntryDecoder.decode(key, new byte[] {'v', (byte) 0xC3}).entry())
                .isNull();
    }

    private static Node node(String key, String value) {
        return ((Entry.Registered) decode(key, value).entry()).node();
    }

    private static OptionalLong head(String value) {
        return ((Entry.Head) decode("1/lastBlockNumber", value).entry()).height();
    }

    private static GatewaySettings gateway(String value) {
        return ((Entry.Gateway) decode("1/gateway", value).entry()).settings();
    }

    private static MirrorTarget mirror(String value) {
        return ((Entry.Mirror) decode("1/mirror/m", value).entry()).target();
    }

    private static Decoded decode(String key, String value) {
        return EntryDecoder.decode(
                ((KeyReading.Entry) KeySpace.read(key)).key(), value.getBytes(StandardCharsets.UTF_8));
    }
}
