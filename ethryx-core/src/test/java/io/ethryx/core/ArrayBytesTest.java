package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ArrayBytesTest {

    private static final String FIRST =
            "{ \"jsonrpc\":\"2.0\", \"id\":1.0,\"method\":\"a\",\"params\":[1e2, \"\\u0061\"] }";
    private static final String SECOND = "{\"jsonrpc\":\"2.0\",\"method\":\"b\",\"id\":2}";

    @Test
    void calls_are_put_together_byte_for_byte() {
        List<RpcCall> calls = calls(" [ " + FIRST + " ,\n" + SECOND + "]");
        ArrayBytes array = new ArrayBytes();
        array.add(calls.get(1), List.of());
        array.add(calls.get(0), List.of());

        assertThat(BodyTest.text(array.close())).isEqualTo("[" + SECOND + "," + FIRST + "]");
    }

    @Test
    void an_array_of_nothing_is_an_array() {
        assertThat(new ArrayBytes().isEmpty()).isTrue();
        assertThat(BodyTest.text(new ArrayBytes().close())).isEqualTo("[]");
    }

    @Test
    void a_splice_changes_its_range_and_nothing_else() {
        RpcCall call = calls("[0," + FIRST + "]").get(0);
        int latest = call.paramsFrom();
        List<Splice> splices = List.of(
                new Splice(call.idFrom(), call.idTo(), "7"),
                new Splice(call.methodTo(), call.methodTo(), ",\"é\":0"),
                new Splice(latest, call.paramsTo(), "[]"));
        ArrayBytes array = new ArrayBytes();
        array.add(call, splices);

        assertThat(BodyTest.text(array.close()))
                .isEqualTo("[{ \"jsonrpc\":\"2.0\", \"id\":7,\"method\":\"a\",\"é\":0,\"params\":[] }]");
    }

    @Test
    void a_single_call_is_sent_with_the_white_space_around_it() {
        RpcCall call = (RpcCall) read("\n " + SECOND + " \t");
        List<ByteBuffer> plain = new ArrayList<>();
        List<ByteBuffer> changed = new ArrayList<>();
        CallBytes.single(call, List.of(), plain);
        CallBytes.single(call, List.of(new Splice(call.methodFrom(), call.methodTo(), "\"c\"")), changed);

        assertThat(plain).hasSize(1);
        assertThat(BodyTest.text(plain)).isEqualTo("\n " + SECOND + " \t");
        assertThat(BodyTest.text(changed)).isEqualTo("\n " + SECOND.replace("\"b\"", "\"c\"") + " \t");
    }

    @Test
    void a_range_that_is_none_is_no_splice() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Splice(2, 1, ""));
        assertThatIllegalArgumentException().isThrownBy(() -> new Splice(-1, 1, ""));
    }

    private static List<RpcCall> calls(String body) {
        return ((RpcBatch) read(body))
                .elements().stream()
                        .filter(RpcCall.class::isInstance)
                        .map(RpcCall.class::cast)
                        .toList();
    }

    private static RpcRequest read(String body) {
        return new JsonRpcReader().read(Body.of(body.getBytes(StandardCharsets.UTF_8)));
    }
}
