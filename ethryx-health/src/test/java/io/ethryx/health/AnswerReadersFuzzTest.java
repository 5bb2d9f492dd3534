package io.ethryx.health;

import static io.ethryx.health.ScriptedPair.batch;
import static io.ethryx.health.ScriptedPair.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class AnswerReadersFuzzTest {

    private static final long SEED = 20261130;

    private static final List<String> SAMPLES = List.of(
            batch("false", "\"0x10\"", block(5, 1000)),
            batch("{\"currentBlock\":\"0x10\",\"highestBlock\":32,\"x\":[1.5e3,{\"é\":null}]}", "23", block(5, 1000)),
            "[{\"id\":1,\"error\":{\"code\":-32601,\"message\":\"a\\u0041\\n\",\"data\":[[],{}]}},{\"id\":2},{\"id\":3}]",
            "{\"data\":{\"head_slot\":\"42\",\"sync_distance\":0,\"is_syncing\":false,\"is_optimistic\":true,\"el_offline\":null}}",
            "{\"data\":{\"connected\":\"64\",\"disconnected\":12}}",
            "{\"data\":{\"chain_id\":\"1\",\"address\":\"0x00\"}}",
            "{\"data\":{\"message\":{\"body\":{\"execution_payload\":{\"block_hash\":\"0x" + "ab".repeat(32)
                    + "\"}}}}}",
            "[{\"id\":1,\"result\":\"0x1\"},{\"id\":2,\"result\":{}}]");

    @Test
    void random_bytes_lead_to_readings() {
        Random random = new Random(SEED);
        for (int round = 0; round < 8_000; round++) {
            byte[] body = new byte[random.nextInt(200)];
            random.nextBytes(body);
            if (body.length > 0 && random.nextBoolean()) {
                body[0] = (byte) "[{\"".charAt(random.nextInt(3));
            }
            read(body, round);
        }
    }

    @Test
    void mutated_answers_lead_to_readings() {
        Random random = new Random(SEED);
        for (int round = 0; round < 25_000; round++) {
            byte[] body = SAMPLES.get(random.nextInt(SAMPLES.size())).getBytes(StandardCharsets.UTF_8);
            for (int i = random.nextInt(4); i >= 0; i--) {
                body = mutated(body, random);
            }
            read(body, round);
        }
    }

    @Test
    void hostile_answers_of_ten_mebibytes_are_read_in_time() {
        int size = ProbeResponse.MAX_BODY_BYTES - 64;
        List<String> hostile = List.of(
                "[" + "0,".repeat(size / 2) + "0]",
                "[" + "[],".repeat(size / 3) + "[]]",
                "{" + "\"data\":1,".repeat(size / 9) + "\"data\":{}}",
                "[{\"id\":1,\"result\":\"" + "0".repeat(size) + "\"},{\"id\":2},{\"id\":3}]",
                "[{\"id\":1,\"result\":" + "9".repeat(size) + "},{\"id\":2},{\"id\":3}]",
                "[{\"id\":1,\"error\":[" + "{},".repeat(size / 3) + "0]},{\"id\":2},{\"id\":3}]",
                "{\"data\":{\"is_syncing\":false,\"head_slot\":" + "1".repeat(size) + "}}",
                " ".repeat(size));
        for (String body : hostile) {
            Assertions.assertTimeout(
                    Duration.ofSeconds(10),
                    () -> read(body.getBytes(StandardCharsets.UTF_8), 0),
                    body.substring(0, 20));
        }
    }

    private static byte[] mutated(byte[] body, Random random) {
        if (body.length == 0) {
            return body;
        }
        byte[] changed = body.clone();
        int at = random.nextInt(body.length);
        switch (random.nextInt(5)) {
            case 0 -> changed[at] = (byte) random.nextInt(256);
            case 1 -> changed[at] = (byte) "{}[]\",:0-e.\\ tfn".charAt(random.nextInt(16));
            case 2 -> changed = java.util.Arrays.copyOf(body, at);
            case 3 -> changed[at] = body[random.nextInt(body.length)];
            default -> {
                byte[] piece = java.util.Arrays.copyOfRange(body, at, Math.min(body.length, at + random.nextInt(20)));
                changed = java.util.Arrays.copyOf(body, body.length + piece.length);
                System.arraycopy(piece, 0, changed, at, piece.length);
                System.arraycopy(body, at, changed, at + piece.length, body.length - at);
            }
        }
        return changed;
    }

    private static void read(byte[] body, int round) {
        String what = "seed " + SEED + ", round " + round;
        ProbeResponse response = new ProbeResponse(200, "", body);
        assertThatCode(() -> {
                    ElReadings el = ElReadings.of(response);
                    PairSnapshot snapshot = new PairSnapshot(
                            1,
                            Instant.EPOCH,
                            Duration.ZERO,
                            new ElSnapshot("h2c", el.syncing(), el.peers(), el.latestBlock(), Optional.empty()),
                            new ClSnapshot(
                                    "http/1.1",
                                    ClReadings.syncing(response),
                                    ClReadings.peers(response),
                                    Optional.empty()),
                            Optional.of(new PairFit(
                                    FitReadings.elChainId(response),
                                    FitReadings.chainId(response, "chain_id"),
                                    FitReadings.headHash(response),
                                    FitReadings.headAtEl(response))));
                    documentsAreJson(snapshot);
                })
                .as(what)
                .doesNotThrowAnyException();
    }

    private static void documentsAreJson(PairSnapshot snapshot) throws MalformedJsonException {
        byte[] healthz = HealthDocuments.healthz(snapshot, Duration.ZERO, SlotClock.mainnet(), Instant.EPOCH)
                .body();
        StrictJson.check(healthz);
        assertThat(healthz.length).isLessThan(20_000);
        Readiness readiness = ReadinessRules.judge(
                new ReadinessInput(ReadinessInput.Phase.RUNNING, Optional.of(snapshot), Duration.ZERO, Instant.EPOCH),
                new Damping(true, 0),
                HealthSettings.mainnet().with(HealthSettings.Scope.PAIR));
        StrictJson.check(HealthDocuments.readyz(readiness).body());
    }
}
