package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcElement;
import io.ethryx.core.RpcRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BlockContextFuzzTest {

    private static final String[] ATOMS = {
        "\"latest\"",
        "\"0x1\"",
        "\"0x\"",
        "\"0xffffffffffffffffffff\"",
        "null",
        "true",
        "-1",
        "1e5",
        "12",
        "\"\"",
        "\"\\u0030x1\"",
        "\"\\\"\\\\\"",
        "\"0x" + "a".repeat(64) + "\"",
        "[]",
        "{}",
        "\"\u212a\u017f\"",
        "\"\\ud83d\\ude00\""
    };
    private static final String[] NAMES = {
        "blockNumber",
        "blockHash",
        "fromBlock",
        "toBlock",
        "block_id",
        "type",
        "BLOCKHASH",
        "x",
        "",
        "\\u0062lockHash",
        "bloc\u212aHash",
        "toBlock\\n"
    };

    private final BlockContextReader reader = new BlockContextReader(MethodTable.standard());
    private final List<String> methods = new ArrayList<>(MethodTable.standard().methods());

    @Test
    void whatever_json_stands_there_a_context_within_the_call_comes_out() {
        methods.sort(null);
        methods.add("unknownMethod");
        for (long seed = 0; seed < 100_000; seed++) {
            Random random = new Random(seed);
            String method = methods.get(random.nextInt(methods.size()));
            String params = random.nextInt(20) == 0 ? object(random, 2) : array(random, 3);
            check(seed, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
        }
    }

    @Test
    void bytes_that_are_changed_anywhere_never_break_it() {
        byte[] sample = ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getLogs\",\"params\":[{\"fromBlock\":\"0x1\","
                        + "\"toBlock\":\"latest\",\"address\":[\"0xaa\"]}]},{\"jsonrpc\":\"2.0\",\"id\":2,"
                        + "\"method\":\"eth_call\",\"params\":[{\"to\":\"0x1\"},{\"blockNumber\":\"0x\\u0031\"}]}]")
                .getBytes(StandardCharsets.UTF_8);
        int calls = 0;
        for (long seed = 0; seed < 100_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = sample.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = sample[random.nextInt(sample.length)];
            }
            calls += check(seed, new JsonRpcReader().read(Body.of(bytes)));
        }
        assertThat(calls).isGreaterThan(10_000);
    }

    private void check(long seed, String body) {
        RpcRequest request = new JsonRpcReader().read(Body.of(body.getBytes(StandardCharsets.UTF_8)));
        assertThat(request).as("seed %d: %s", seed, body).isInstanceOf(RpcCall.class);
        check(seed, request);
    }

    private int check(long seed, RpcRequest request) {
        List<? extends RpcElement> elements =
                request instanceof RpcBatch batch ? batch.elements() : List.of((RpcElement) request);
        int calls = 0;
        for (RpcElement element : elements) {
            if (element instanceof RpcCall call) {
                BlockContext context = read(seed, call);
                boolean absent = context.from() == RpcCall.ABSENT && context.to() == RpcCall.ABSENT;
                boolean within = context.from() >= call.paramsFrom()
                        && context.from() < context.to()
                        && context.to() <= call.paramsTo();
                assertThat(absent || within)
                        .as("seed %d: %s in %s", seed, context, call)
                        .isTrue();
                assertThat(BlockRule.judge(context, 20_000_000, 64)).isNotNull();
                calls++;
            }
        }
        return calls;
    }

    private BlockContext read(long seed, RpcCall call) {
        try {
            return reader.of(call);
        } catch (RuntimeException broken) {
            throw new AssertionError("seed " + seed + ": " + call, broken);
        }
    }

    private static String array(Random random, int depth) {
        StringBuilder json = new StringBuilder("[");
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            json.append(i == 0 ? "" : random.nextBoolean() ? "," : " , ").append(value(random, depth - 1));
        }
        return json.append(']').toString();
    }

    private static String value(Random random, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(4);
        return switch (kind) {
            case 1 -> array(random, depth);
            case 2, 3 -> object(random, depth);
            default -> ATOMS[random.nextInt(ATOMS.length)];
        };
    }

    private static String object(Random random, int depth) {
        StringBuilder json = new StringBuilder("{");
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            json.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(NAMES[random.nextInt(NAMES.length)])
                    .append("\":")
                    .append(value(random, depth - 1));
        }
        return json.append('}').toString();
    }
}
