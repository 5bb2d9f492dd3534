package io.ethryx.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1,127.0.0.1,127.0.0.1:4711",
        "::1,::1,[::1]:4711",
        "2001:db8:0:0:0:0:0:7,2001:db8::7,[2001:db8::7]:4711",
        "2001:DB8:0:1:0:0:0:1,2001:db8:0:1::1,[2001:db8:0:1::1]:4711",
        "fe80::1%7,fe80::1,[fe80::1]:4711",
        "::ffff:10.0.0.7,10.0.0.7,10.0.0.7:4711",
    })
    void an_address_of_ipv6_is_written_short_and_without_its_zone(String given, String host, String endpoint)
            throws Exception {
        InetAddress address = InetAddress.getByName(given);
        Peer peer = new Peer(() -> new InetSocketAddress(address, 4711));
        assertThat(peer.text()).isEqualTo(host);
        assertThat(Peer.textOf(peer.address())).isEqualTo(endpoint);
    }
}
