package io.ethryx.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The partitions of the reference: published values of FNV-1a, and its sign and remainder as Sarama takes them. */
final class PartitioningTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void the_hash_is_fnv_1a_of_32_bits() {
        assertThat(Fnv1a.hash(bytes(""))).isEqualTo(0x811c9dc5);
        assertThat(Fnv1a.hash(bytes("a"))).isEqualTo(0xe40c292c);
        assertThat(Fnv1a.hash(bytes("b"))).isEqualTo(0xe70c2de5);
        assertThat(Fnv1a.hash(bytes("foobar"))).isEqualTo(0xbf9cf968);
        assertThat(Fnv1a.hash(new byte[] {(byte) 0xff, 0, 0, 1})).isEqualTo(0xc48fb86d);
    }

    @Test
    void a_negative_hash_loses_its_sign_after_the_remainder() {
        // 0xe40c292c is -468965076, 0xbf9cf968 is -1080231576
        assertThat(Fnv1a.partition(bytes("a"), 12)).isEqualTo(0);
        assertThat(Fnv1a.partition(bytes("a"), 7)).isEqualTo(468965076 % 7);
        assertThat(Fnv1a.partition(bytes("foobar"), 10)).isEqualTo(6);
        assertThat(Fnv1a.partition(bytes("anything"), 1)).isZero();
    }
}
