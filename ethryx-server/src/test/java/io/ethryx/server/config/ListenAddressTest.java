package io.ethryx.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListenAddressTest {

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0:8547, 0.0.0.0, 8547",
        "127.0.0.1:0, 127.0.0.1, 0",
        "[::1]:8547, ::1, 8547",
        "[::]:0, ::, 0",
        "[2001:DB8::1]:65535, 2001:db8::1, 65535",
        "[::ffff:127.0.0.1]:1, ::ffff:127.0.0.1, 1",
        "[fe80::1%eth0]:1, fe80::1%eth0, 1",
        "localhost:8547, localhost, 8547",
        "Node-1.example:80, node-1.example, 80",
    })
    void an_address_is_a_host_and_a_port(String text, String host, int port) throws InvalidSetting {
        assertThat(ListenAddress.parse(text)).isEqualTo(new ListenAddress(text, host, port));
    }

    @ParameterizedTest
    @CsvSource({
        "'', is empty",
        "8547, has no port",
        "localhost, has no port",
        "[::1], has no port",
        "127.0.0.1:, has a port that is no number",
        "127.0.0.1:x, has a port that is no number",
        "127.0.0.1:65536, has a port that is no number",
        "127.0.0.1:-1, has a port that is no number",
        ":8547, has no host",
        "::1:8547, has an IPv6 address without brackets",
        ":::8547, has an IPv6 address without brackets",
        "[1.2.3.4]:1, has brackets around what is no IPv6 address",
        "[::g]:1, has brackets around what is no IPv6 address",
        "[::1%]:1, has brackets around what is no IPv6 address",
        "[]:1, has brackets around what is no IPv6 address",
        "*:8547, has a host that is neither",
        "1.2.3:1, has a host that is neither",
        "300.1.1.1:1, has a host that is neither",
        "http://a:1, has a host that is neither",
        "a b:1, has a host that is neither",
    })
    void anything_else_is_refused_with_a_remedy(String text, String rule) {
        assertThatThrownBy(() -> ListenAddress.parse(text)).isInstanceOfSatisfying(InvalidSetting.class, refused -> {
            assertThat(refused.rule()).startsWith(rule);
            assertThat(refused.remedy()).startsWith("write ");
        });
    }
}
