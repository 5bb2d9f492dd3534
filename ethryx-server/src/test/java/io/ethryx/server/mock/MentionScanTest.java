package io.ethryx.server.mock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MentionScanTest {

    private static boolean mentioned(String... pieces) {
        MentionScan scan = new MentionScan();
        for (String piece : pieces) {
            ByteBuffer bytes = ByteBuffer.wrap(("#" + piece + "#").getBytes(StandardCharsets.ISO_8859_1));
            scan.see(bytes, 1, bytes.capacity() - 1);
        }
        return scan.mentioned();
    }

    @ParameterizedTest
    @CsvSource({
        "eth_syncing,true",
        "xeth_syncingx,true",
        "eeth_syncing,true",
        "eth_seth_syncing,true",
        "eth_synceth_syncing,true",
        "eth_syncin,false",
        "eth_Syncing,false",
        "eth_sync ing,false",
        "eth_blockNumber,false",
        "a\\u005f,true",
        "'',false",
    })
    void a_body_is_looked_into_only_for_the_name_or_an_escape(String body, boolean mentioned) {
        assertThat(mentioned(body)).isEqualTo(mentioned);
        for (int cut = 0; cut <= body.length(); cut++) {
            assertThat(mentioned(body.substring(0, cut), body.substring(cut)))
                    .as("cut at %s", cut)
                    .isEqualTo(mentioned);
        }
    }

    @Test
    void random_texts_are_scanned_as_a_search_would() {
        String letters = "eth_syncing";
        for (int round = 0; round < 20_000; round++) {
            Random random = new Random(round);
            StringBuilder text = new StringBuilder();
            while (text.length() < 40) {
                int from = random.nextInt(letters.length());
                text.append(letters, from, from + random.nextInt(letters.length() - from) + 1);
            }
            int cut = random.nextInt(text.length());
            assertThat(mentioned(text.substring(0, cut), text.substring(cut)))
                    .as("seed %s: %s", round, text)
                    .isEqualTo(text.indexOf(letters) >= 0);
        }
    }
}
