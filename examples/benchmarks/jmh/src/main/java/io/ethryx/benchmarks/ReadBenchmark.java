package io.ethryx.benchmarks;

import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to read a request, from the bytes of its body to calls whose members are found and checked. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ReadBenchmark {

    /** Buffers of this size hold the body, as a connection has them. */
    private static final int BUFFER = 16 * 1024;

    /** Which request. */
    public enum Shape {
        BALANCE(balance(1)),
        BATCH_OF_100(batch(100)),
        TRANSACTION_64_KB("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_sendRawTransaction\",\"params\":[\"0x"
                + "02f8".repeat(16_000) + "\"]}");

        private final byte[] bytes;

        Shape(String text) {
            this.bytes = text.getBytes(StandardCharsets.UTF_8);
        }

        private static String balance(int id) {
            return "{\"jsonrpc\":\"2.0\",\"id\":" + id
                    + ",\"method\":\"eth_getBalance\",\"params\":[\"0x407d73d8a49eeb85d32cf465507dd71d507100c1\",\"latest\"]}";
        }

        private static String batch(int size) {
            List<String> calls = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                calls.add(balance(i));
            }
            return "[" + String.join(",", calls) + "]";
        }
    }

    /** The request. */
    @Param
    public Shape shape;

    private final JsonRpcReader reader = new JsonRpcReader();
    private List<ByteBuffer> buffers;

    /** Cuts the body into buffers. */
    @Setup
    public void cut() {
        buffers = new ArrayList<>();
        for (int from = 0; from < shape.bytes.length; from += BUFFER) {
            int length = Math.min(BUFFER, shape.bytes.length - from);
            ByteBuffer buffer = ByteBuffer.allocateDirect(length);
            buffers.add(buffer.put(shape.bytes, from, length).flip());
        }
    }

    /** Reads it. */
    @Benchmark
    public RpcRequest read() {
        return reader.read(Body.of(buffers));
    }
}
