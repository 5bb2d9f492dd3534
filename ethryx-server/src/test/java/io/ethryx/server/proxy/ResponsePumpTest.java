package io.ethryx.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.listener.ClientAnswer;
import io.ethryx.server.testing.CountingBuffers;
import io.ethryx.server.upstream.UpstreamCall;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How an answer is carried from an upstream that always has more to a client that always takes it. */
class ResponsePumpTest {

    private final CountingBuffers buffers = new CountingBuffers(16 * 1024);
    private final List<String> told = new ArrayList<>();
    private long moved;

    /** An upstream without end. */
    private UpstreamCall endless() {
        return fake(UpstreamCall.class, (name, argument) -> {
            if (name.equals("read")) {
                ByteBuffer into = (ByteBuffer) argument;
                int room = into.remaining();
                into.position(into.limit());
                moved += room;
                return room;
            }
            if (name.equals("wantRead")) {
                told.add("wantRead " + argument);
            }
            return name.equals("expected") ? (Object) Long.MAX_VALUE : name.equals("answerComplete") ? false : null;
        });
    }

    /** A client that takes all there is. */
    private ClientAnswer greedy() {
        return fake(ClientAnswer.class, (name, argument) -> {
            if (name.equals("write")) {
                ByteBuffer bytes = (ByteBuffer) argument;
                int length = bytes.remaining();
                bytes.position(bytes.limit());
                return length;
            }
            return name.equals("flush") ? true : null;
        });
    }

    private interface Behaviour {
        Object of(String method, Object argument);
    }

    private static <T> T fake(Class<T> type, Behaviour behaviour) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> behaviour.of(method.getName(), arguments == null ? null : arguments[0])));
    }

    private final ResponsePump.Ending ending = new ResponsePump.Ending() {
        @Override
        public void bodyEnds() {
            told.add("ends");
        }

        @Override
        public void clientBroken(IOException cause) {
            told.add("broken");
        }
    };

    @Test
    void an_answer_without_end_leaves_the_thread_to_others_after_a_turn_and_goes_on_when_it_is_told_of_more() {
        ResponsePump pump = new ResponsePump(buffers, greedy(), endless(), ending);
        pump.start();
        assertThat(moved).isBetween(128L * 1024, 128L * 1024 + 64 * 1024);
        assertThat(told).containsExactly("wantRead true");
        long first = moved;
        pump.run();
        assertThat(moved).isEqualTo(2 * first);
        pump.stop();
        assertThat(buffers.out()).isZero();
    }

    @Test
    void a_stopped_answer_moves_no_more() {
        ResponsePump pump = new ResponsePump(buffers, greedy(), endless(), ending);
        pump.start();
        pump.stop();
        long before = moved;
        pump.run();
        assertThat(moved).isEqualTo(before);
        assertThat(told).doesNotContain("ends", "broken");
    }
}
