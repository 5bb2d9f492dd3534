package io.ethryx.server.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StreamTableTest {

    @Test
    void it_is_a_map_from_numbers_to_streams() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            StreamTable<String> table = new StreamTable<>();
            Map<Integer, String> model = new HashMap<>();
            for (int step = 0; step < 3_000; step++) {
                int number = 2 * random.nextInt(150) + 1;
                if (random.nextInt(5) < 2) {
                    table.remove(number);
                    model.remove(number);
                } else if (!model.containsKey(number)) {
                    table.put(number, "stream " + number);
                    model.put(number, "stream " + number);
                }
                int asked = 2 * random.nextInt(150) + 1;
                assertThat(table.get(asked)).as("seed %d, step %d", seed, step).isEqualTo(model.get(asked));
                assertThat(table.size()).isEqualTo(model.size());
            }
            assertThat(table.all()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(model.values());
        }
    }

    @Test
    void a_stream_ended_by_a_reset_is_told_from_one_that_ended_whole_as_long_as_it_is_remembered() {
        EndedStreams ended = new EndedStreams();
        assertThat(ended.of(1)).isEqualTo(EndedStreams.End.UNKNOWN);
        ended.add(1, true);
        ended.add(3, false);
        assertThat(ended.of(1)).isEqualTo(EndedStreams.End.RESET);
        assertThat(ended.of(3)).isEqualTo(EndedStreams.End.WHOLE);
        for (int stream = 5; stream < 5 + 2 * 255; stream += 2) {
            ended.add(stream, false);
        }
        assertThat(ended.of(1)).isEqualTo(EndedStreams.End.UNKNOWN);
        assertThat(ended.of(3)).isEqualTo(EndedStreams.End.WHOLE);
    }
}
