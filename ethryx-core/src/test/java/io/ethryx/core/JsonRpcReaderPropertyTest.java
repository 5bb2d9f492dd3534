package io.ethryx.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.JsonTree.Absent;
import io.ethryx.core.JsonTree.Members;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** What holds for every body: seeded, so that a failure can be had again. */
final class JsonRpcReaderPropertyTest {

    private static final int BATCH = 4;

    private final JsonRpcReader reader = new JsonRpcReader(BATCH);

    @Test
    void any_split_of_the_bytes_gives_the_same_result() {
        for (long seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = body(random);
            String whole = told(reader.read(Body.of(bytes)));

            assertThat(told(reader.read(split(bytes, random))))
                    .as("seed " + seed)
                    .isEqualTo(whole);
            assertThat(told(reader.read(Body.of(amid(bytes, random)))))
                    .as("seed " + seed)
                    .isEqualTo(whole);
        }
    }

    @Test
    void a_body_longer_than_any_window_is_read_alike_however_it_is_split() {
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            String filler = "x€\\n".repeat(1_000 + random.nextInt(8_000));
            String body = "{\"jsonrpc\":\"2.0\",\"params\":[\"" + filler
                    + "\"],\"method\":\"eth_sendRawTransaction\",\"id\":\"" + filler + "\"}";
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

            RpcCall call = (RpcCall) reader.read(split(bytes, random));

            assertThat(call.method()).as("seed " + seed).isEqualTo("eth_sendRawTransaction");
            assertThat(call.body().text(call.paramsFrom(), call.paramsTo())).isEqualTo("[\"" + filler + "\"]");
            assertThat(call.id()).hasToString("\"" + filler + "\"");
        }
    }

    @Test
    void what_is_read_is_what_a_tree_holds() throws Exception {
        int calls = 0;
        for (long seed = 0; seed < 20_000; seed++) {
            byte[] bytes = new RandomJson(new Random(seed)).body().getBytes(StandardCharsets.UTF_8);
            Object tree = JsonTree.of(bytes);
            RpcRequest request = reader.read(Body.of(bytes));
            if (tree instanceof List<?> elements && !elements.isEmpty() && elements.size() <= BATCH) {
                List<RpcElement> read = ((RpcBatch) request).elements();
                assertThat(read).as("seed " + seed).hasSameSizeAs(elements);
                for (int i = 0; i < read.size(); i++) {
                    calls += agree(read.get(i), elements.get(i), seed);
                }
            } else if (tree instanceof List) {
                assertThat(request).as("seed " + seed).isInstanceOf(InvalidCall.class);
            } else {
                calls += agree((RpcElement) request, tree, seed);
            }
        }
        assertThat(calls).isGreaterThan(4_000);
    }

    @Test
    void a_damaged_text_is_json_to_this_reader_just_if_it_is_to_another_one() {
        int damaged = 0;
        for (long seed = 0; seed < 30_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = damage(body(random), random);
            boolean json = isJson(bytes);
            damaged += json ? 0 : 1;

            assertThat(isReadable(reader.read(Body.of(bytes))))
                    .as("seed " + seed + ": " + new String(bytes, StandardCharsets.ISO_8859_1))
                    .isEqualTo(json);
        }
        assertThat(damaged).isBetween(10_000, 29_000);
    }

    @Test
    void bytes_at_random_end_in_an_answer() {
        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {
            String alphabet = "{}[]\":,\\u0d8ntrfe19-.+ \n\0\u00ef\u00ff\u0080";
            for (long seed = 0; seed < 50_000; seed++) {
                Random random = new Random(seed);
                byte[] bytes = new byte[random.nextInt(40)];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
                }
                assertThat(reader.read(split(bytes, random))).as("seed " + seed).isNotNull();
            }
        });
    }

    @Test
    void a_call_costs_its_object_and_nothing_else() {
        Body body = Body.of(("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\",\"params\":"
                        + "[\"0x407d73d8a49eeb85d32cf465507dd71d507100c1\",\"latest\"]}")
                .getBytes(StandardCharsets.UTF_8));
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        RpcRequest last = reader.read(body);
        int times = 10_000;

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < times; i++) {
            last = reader.read(body);
        }
        long each = (threads.getCurrentThreadAllocatedBytes() - before) / times;

        assertThat(last).isInstanceOf(RpcCall.class);
        assertThat(each).isLessThanOrEqualTo(96);
    }

    private static int agree(RpcElement read, Object tree, long seed) throws Exception {
        boolean isCall = tree instanceof Members members && isCall(members);
        assertThat(read instanceof RpcCall).as("seed " + seed + ": " + tree).isEqualTo(isCall);
        if (!(read instanceof RpcCall call) || !(tree instanceof Members members)) {
            return 0;
        }
        assertThat(JsonTree.of(call.toString().getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(members);
        assertThat(call.method()).isEqualTo(members.of("method"));
        assertThat(value(call, call.methodFrom(), call.methodTo())).isEqualTo(members.of("method"));
        assertThat(value(call, call.paramsFrom(), call.paramsTo())).isEqualTo(members.of("params"));
        assertThat(value(call, call.idFrom(), call.idTo())).isEqualTo(members.of("id"));
        assertThat(parameters(call)).isEqualTo(starts(members.of("params")));
        return 1;
    }

    /** What is noted of the parameters: the byte that each begins with. */
    private static String parameters(RpcCall call) {
        StringBuilder firsts = new StringBuilder();
        for (int i = 0; i < RpcCall.KNOWN_PARAMETERS; i++) {
            firsts.append(byteAt(call, call.parameter(i)));
        }
        return firsts.append(byteAt(call, call.lastParameter())).toString();
    }

    private static String byteAt(RpcCall call, int position) {
        return position == RpcCall.ABSENT ? "-" : Character.toString(call.body().at(position));
    }

    /** What is to be noted of them, found by another way. */
    private static String starts(Object params) {
        List<?> elements = params instanceof List<?> list ? list : List.of();
        StringBuilder firsts = new StringBuilder();
        for (int i = 0; i < RpcCall.KNOWN_PARAMETERS; i++) {
            firsts.append(i < elements.size() ? start(elements.get(i)) : "-");
        }
        return firsts.append(elements.isEmpty() ? "-" : start(elements.get(elements.size() - 1)))
                .toString();
    }

    private static String start(Object value) {
        if (value instanceof JsonTree.Numeral number) {
            return number.text().substring(0, 1);
        }
        return value instanceof String
                ? "\""
                : value instanceof List
                        ? "["
                        : value instanceof Members
                                ? "{"
                                : value == Absent.NULL ? "n" : value.toString().substring(0, 1);
    }

    private static boolean isCall(Members members) {
        Object method = members.of("method");
        Object id = members.of("id");
        Object params = members.of("params");
        return members.of("jsonrpc").equals("2.0")
                && method instanceof String name
                && !name.isEmpty()
                && (id instanceof String || id instanceof JsonTree.Numeral || id instanceof Absent)
                && (params instanceof List || params instanceof Members || params instanceof Absent)
                && members.members().stream().allMatch(member -> isFit(members, member.getKey()));
    }

    private static boolean isFit(Members members, String name) {
        List<String> ours = List.of("jsonrpc", "method", "params", "id");
        return ours.contains(name) ? members.count(name) == 1 : ours.stream().noneMatch(name::equalsIgnoreCase);
    }

    private static Object value(RpcCall call, int from, int to) throws Exception {
        return from == RpcCall.ABSENT ? Absent.ABSENT : JsonTree.of(call.body().copy(from, to));
    }

    private static boolean isJson(byte[] bytes) {
        try {
            JsonTree.of(bytes);
            return true;
        } catch (JsonTree.NotJson notJson) {
            return false;
        }
    }

    private static boolean isReadable(RpcRequest request) {
        return !(request instanceof InvalidCall invalid && invalid.error().code() == ErrorCatalogue.PARSE_ERROR);
    }

    /** A body, sometimes damaged. */
    private static byte[] body(Random random) {
        byte[] bytes = new RandomJson(random).body().getBytes(StandardCharsets.UTF_8);
        return random.nextInt(3) == 0 ? damage(bytes, random) : bytes;
    }

    private static byte[] damage(byte[] bytes, Random random) {
        byte[] damaged = bytes.clone();
        if (damaged.length == 0) {
            return damaged;
        }
        int at = random.nextInt(damaged.length);
        switch (random.nextInt(4)) {
            case 0 -> damaged[at] = (byte) random.nextInt(256);
            case 1 -> damaged[at] = (byte) "{}[]\",:\\e.-".charAt(random.nextInt(11));
            case 2 -> damaged = java.util.Arrays.copyOf(damaged, at);
            default -> System.arraycopy(bytes, at, damaged, 0, damaged.length - at);
        }
        return damaged;
    }

    /** The same bytes in several buffers, direct ones and slices among them. */
    private static Body split(byte[] bytes, Random random) {
        List<ByteBuffer> parts = new ArrayList<>();
        int at = 0;
        while (at < bytes.length || random.nextInt(4) == 0) {
            int length = Math.min(bytes.length - at, random.nextInt(1 + bytes.length / (1 + random.nextInt(8))));
            ByteBuffer part =
                    random.nextBoolean() ? ByteBuffer.allocateDirect(length + 2) : ByteBuffer.allocate(length + 2);
            part.position(1).limit(1 + length);
            part.duplicate().put(bytes, at, length);
            parts.add(random.nextBoolean() ? part : part.slice());
            at += length;
        }
        return Body.of(parts);
    }

    private static ByteBuffer amid(byte[] bytes, Random random) {
        int before = random.nextInt(20);
        byte[] larger = new byte[before + bytes.length + random.nextInt(20)];
        System.arraycopy(bytes, 0, larger, before, bytes.length);
        return ByteBuffer.wrap(larger, before, bytes.length);
    }

    private static String told(RpcRequest request) {
        if (request instanceof RpcBatch batch) {
            return batch.elements().stream()
                    .map(JsonRpcReaderPropertyTest::told)
                    .toList()
                    .toString();
        }
        if (request instanceof InvalidCall invalid) {
            return invalid.error() + " " + invalid.id();
        }
        RpcCall call = (RpcCall) request;
        return List.of(call.method(), call.from(), call.to(), call.methodFrom(), call.methodTo())
                + " "
                + List.of(call.paramsFrom(), call.paramsTo(), call.idFrom(), call.idTo(), call.batched())
                + " "
                + List.of(
                        call.parameter(0),
                        call.parameter(1),
                        call.parameter(2),
                        call.parameter(3),
                        call.lastParameter())
                + " "
                + call;
    }
}
