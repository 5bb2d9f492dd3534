package io.ethryx.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Section 11 of the gateway reference: the record's JSON, byte for byte. */
final class UsageRecordTest {

    private static final UUID ID = UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e");

    private static String json(String client) {
        return new String(new UsageRecord(ID, client, 42, 1_700_000_000_123L).json(), StandardCharsets.UTF_8);
    }

    private static String clientIn(String json) {
        String before = "\"client_id\":\"";
        return json.substring(json.indexOf(before) + before.length(), json.indexOf("\",\"service\""));
    }

    @Test
    void a_record_is_one_object_with_its_members_in_this_order() {
        assertThat(json("instance:123"))
                .isEqualTo(
                        "{\"id\":\"0f8fad5b-d9cb-469f-a165-70867728950e\",\"client_id\":\"instance:123\","
                                + "\"service\":\"leafage\",\"resource_type\":\"read\",\"usage\":42,\"timestamp\":1700000000123}");
    }

    @Test
    void what_go_escapes_is_escaped() {
        assertThat(clientIn(json("<a&b>"))).isEqualTo("\\u003ca\\u0026b\\u003e");
        assertThat(clientIn(json("\"\\/"))).isEqualTo("\\\"\\\\/");
        assertThat(clientIn(json("\b\f\n\r\t"))).isEqualTo("\\b\\f\\n\\r\\t");
        assertThat(clientIn(json("\u0000\u001f\u007f"))).isEqualTo("\\u0000\\u001f\u007f");
        assertThat(clientIn(json("\u2028\u2029"))).isEqualTo("\\u2028\\u2029");
        assertThat(clientIn(json("\u00e9\u20ac\uD83D\uDE00"))).isEqualTo("\u00e9\u20ac\uD83D\uDE00");
        assertThat(clientIn(json("a\uD83D"))).isEqualTo("a\uFFFD");
        assertThat(clientIn(json("\uDE00b"))).isEqualTo("\uFFFDb");
    }

    @Test
    void what_is_written_is_read_back_as_it_was() {
        RecordReader reader = new RecordReader();
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            StringBuilder client = new StringBuilder();
            for (int i = random.nextInt(40); i >= 0; i--) {
                int c = random.nextInt(random.nextBoolean() ? 0x80 : 0x110000);
                client.appendCodePoint(c >= 0xD800 && c <= 0xDFFF ? 'x' : c);
            }
            UsageRecord record = new UsageRecord(
                    new UUID(random.nextLong(), random.nextLong()),
                    client.toString(),
                    1 + random.nextInt(Integer.MAX_VALUE),
                    random.nextLong() >>> 1);
            assertThat(reader.read(record.json())).as("seed %d", seed).contains(record);
        }
    }

    @Test
    void a_line_that_was_not_finished_is_no_record() {
        byte[] whole = json("client").getBytes(StandardCharsets.UTF_8);
        RecordReader reader = new RecordReader();
        for (int length = 0; length < whole.length; length++) {
            byte[] torn = new byte[length];
            System.arraycopy(whole, 0, torn, 0, length);
            assertThat(reader.read(torn)).as("%d bytes", length).isEmpty();
        }
        assertThat(reader.read(whole)).isPresent();
        assertThat(reader.read(new byte[100])).isEmpty();
    }

    @Test
    void less_than_one_is_no_usage() {
        assertThatThrownBy(() -> new UsageRecord(ID, "a", 0, 1)).hasMessageContaining("below 1");
    }
}
