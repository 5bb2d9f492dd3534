package io.ethryx.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Usage in a real Kafka: keys, partitions, values and sums, and what happens when it is not there (decision G18). */
@Timeout(300)
final class KafkaIT {

    private static final Duration BUDGET = Duration.ofSeconds(5);
    private static final long MS = 1_000_000;
    private static final int PARTITIONS = 12;

    @TempDir
    private static Path folder;

    private static KafkaBroker broker;

    private final HeardEvents heard = new HeardEvents();
    private final List<UsageShipper> open = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        // brokers create topics that are asked for; ethryx-usage may not make them do so
        broker =
                new KafkaBroker(Files.createDirectory(folder.resolve("kafka"))).start("auto.create.topics.enable=true");
    }

    @AfterAll
    static void stop() throws Exception {
        broker.close();
    }

    @AfterEach
    void close() {
        open.forEach(shipper -> shipper.close(Duration.ofSeconds(1)));
    }

    private KafkaSettings settings(String topic) {
        return KafkaSettings.of(List.of(broker.address()), topic);
    }

    private KafkaShipper shipper(KafkaSettings settings) {
        KafkaShipper shipper = new KafkaShipper(settings);
        open.add(shipper);
        return shipper;
    }

    private static UsageRecord record(String client, long millis) {
        return new UsageRecord(UUID.randomUUID(), client, millis, 1_700_000_000_000L);
    }

    /** Ships until everything has arrived: the first shipment may have to wait for a slow machine. */
    private static void shipAll(UsageShipper shipper, List<UsageRecord> records) throws InterruptedException {
        List<UsageRecord> left = records;
        for (int i = 0; i < 20 && !left.isEmpty(); i++) {
            left = shipper.ship(left, BUDGET).unsent();
        }
        assertThat(left).isEmpty();
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.key(), StandardCharsets.UTF_8);
    }

    /** The reference's partition, from the definition of FNV-1a and in numbers without a bound. */
    private static int partitionOfTheReference(byte[] key) {
        BigInteger hash = BigInteger.valueOf(2166136261L);
        for (byte b : key) {
            hash = hash.xor(BigInteger.valueOf(b & 0xFF))
                    .multiply(BigInteger.valueOf(16777619))
                    .mod(BigInteger.ONE.shiftLeft(32));
        }
        return Math.abs(hash.intValue() % PARTITIONS);
    }

    @Test
    void a_thousand_clients_have_the_keys_partitions_and_values_of_the_reference() throws Exception {
        broker.createTopic("thousand", PARTITIONS, Map.of());
        List<UsageRecord> records = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            records.add(record(
                    i % 3 == 0
                            ? "instance:" + i
                            : i % 3 == 1 ? UUID.randomUUID().toString() : "\u20AC<" + i,
                    1 + i));
        }
        shipAll(shipper(settings("thousand")), records);
        Map<String, UsageRecord> byClient = new HashMap<>();
        records.forEach(each -> byClient.put(each.clientId(), each));
        List<ConsumerRecord<byte[], byte[]>> content = broker.content("thousand");
        assertThat(content).hasSize(1000);
        for (ConsumerRecord<byte[], byte[]> each : content) {
            assertThat(each.partition()).as(key(each)).isEqualTo(partitionOfTheReference(each.key()));
            assertThat(new String(each.value(), StandardCharsets.UTF_8))
                    .isEqualTo(new String(byClient.get(key(each)).json(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void with_murmur2_they_are_where_kafkas_own_clients_put_them() throws Exception {
        broker.createTopic("murmur", PARTITIONS, Map.of());
        List<UsageRecord> records = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            records.add(record("client " + i, 1));
        }
        shipAll(shipper(settings("murmur").with(Partitioning.MURMUR2)), records);
        assertThat(broker.content("murmur"))
                .hasSize(100)
                .allSatisfy(each -> assertThat(each.partition())
                        .isEqualTo(Utils.toPositive(Utils.murmur2(each.key())) % PARTITIONS));
    }

    @Test
    void every_codec_of_the_client_works() throws Exception {
        for (String codec : List.of("gzip", "snappy", "lz4", "zstd")) {
            broker.createTopic(codec, 1, Map.of());
            shipAll(
                    shipper(settings(codec).withProperties(Map.of("compression.type", codec))),
                    List.of(record("a", 1), record("b", 2)));
            assertThat(broker.content(codec)).as(codec).hasSize(2);
        }
    }

    @Test
    void a_topic_that_is_absent_is_told_and_not_created_and_serves_once_it_is_there() throws Exception {
        KafkaShipper shipper = shipper(settings("later"));
        Delivery delivery = shipper.ship(List.of(record("a", 1)), BUDGET);
        assertThat(delivery.unsent()).hasSize(1);
        Await.until(
                () -> "topic later does not exist".equals(reason(shipper)), () -> "another reason: " + reason(shipper));
        assertThat(broker.topics()).doesNotContain("later");
        broker.createTopic("later", 1, Map.of());
        shipAll(shipper, List.of(record("a", 1)));
        assertThat(broker.content("later")).hasSize(1);
    }

    private static String reason(KafkaShipper shipper) {
        try {
            return shipper.ship(List.of(record("a", 1)), BUDGET).reason();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void one_record_that_is_too_large_for_the_client_is_refused_alone() throws Exception {
        broker.createTopic("small", 2, Map.of());
        assertOnlyTheLargeOneIsRefused(
                shipper(settings("small").withProperties(Map.of("max.request.size", "1000"))), "small");
    }

    @Test
    void one_record_that_is_too_large_for_the_topic_is_refused_alone() throws Exception {
        broker.createTopic("narrow", 1, Map.of("max.message.bytes", "1000"));
        assertOnlyTheLargeOneIsRefused(shipper(settings("narrow")), "narrow");
    }

    private static void assertOnlyTheLargeOneIsRefused(KafkaShipper shipper, String topic) throws Exception {
        shipAll(shipper, List.of(record("warm", 1)));
        List<UsageRecord> records = List.of(record("a", 1), record("x".repeat(2000), 2), record("b", 3));
        Delivery delivery = shipper.ship(records, Duration.ofSeconds(30));
        assertThat(delivery.sent()).isEqualTo(2);
        assertThat(delivery.refused()).isEqualTo(1);
        assertThat(delivery.unsent()).isEmpty();
        assertThat(delivery.reason()).contains("RecordTooLarge");
        assertThat(broker.content(topic)).extracting(KafkaIT::key).containsExactlyInAnyOrder("warm", "a", "b");
    }

    @Test
    void a_meter_before_a_broker_that_is_killed_and_comes_back_loses_nothing_with_a_spool() throws Exception {
        try (KafkaBroker mortal = new KafkaBroker(Files.createDirectory(folder.resolve("mortal")))) {
            // started late: the meter is there first
            KafkaShipper kafka = new KafkaShipper(KafkaSettings.of(List.of(mortal.address()), "usage"));
            UsageMeter meter = new UsageMeter(
                    MeterSettings.DEFAULT.every(Duration.ofMillis(100)).withBudgets(BUDGET, Duration.ofSeconds(60)),
                    new SpooledShipper(kafka, folder.resolve("spool"), 1 << 30, heard),
                    heard);
            meter.start();
            long truth = 0;
            truth += use(meter);
            awaitFlushes(heard.flushes.size() + 1);
            assertThat(heard.flushes.get(0).whole()).isFalse();
            assertThat(heard.spoolBatches).isPositive();
            mortal.start();
            mortal.createTopic("usage", PARTITIONS, Map.of());
            truth += use(meter);
            Await.until(() -> heard.spoolBatches == 0, () -> "the spool holds " + heard.spoolBatches);
            mortal.kill();
            truth += use(meter);
            awaitFlushes(heard.flushes.size() + 2);
            truth += use(meter);
            mortal.start();
            truth += use(meter);
            Await.until(() -> heard.spoolBatches == 0, () -> "the spool holds " + heard.spoolBatches);
            meter.close();

            Map<UUID, Long> arrived = new HashMap<>();
            RecordReader reader = new RecordReader();
            mortal.content("usage").forEach(each -> {
                UsageRecord record = reader.read(each.value()).orElseThrow();
                arrived.put(record.id(), record.usageMillis());
            });
            assertThat(arrived.values().stream().mapToLong(Long::longValue).sum())
                    .isEqualTo(truth);
            assertThat(heard.flushes)
                    .allSatisfy(flush -> assertThat(flush.unsent()).isEmpty());
        }
    }

    private static long use(UsageMeter meter) {
        long sum = 0;
        for (int i = 0; i < 500; i++) {
            meter.record("client " + i % 50, i * MS);
            sum += i;
        }
        meter.record(null, MS);
        return sum + 1;
    }

    private void awaitFlushes(int count) {
        Await.until(() -> heard.flushes.size() >= count, () -> heard.flushes.size() + " flushes");
    }

    @Test
    void a_broker_that_stands_still_under_ten_thousand_new_clients_an_interval_costs_them_and_nothing_else()
            throws Exception {
        broker.createTopic("flood", 3, Map.of());
        KafkaShipper kafka = new KafkaShipper(settings("flood"));
        shipAll(kafka, List.of(record("warm", 1)));
        UsageMeter meter = new UsageMeter(MeterSettings.DEFAULT, kafka, heard);
        broker.freeze();
        try {
            meter.start();
            int recorded = 0;
            while (heard.flushes.stream().filter(flush -> !flush.whole()).count() < 2) {
                for (int i = 0; i < 10_000; i++) {
                    meter.record("client " + recorded++, MS);
                }
                assertThat(meter.keys()).as("clients that are held").isLessThanOrEqualTo(80_000);
            }
            assertThat(heard.overflowed).as("counted").hasPositiveValue();
        } finally {
            broker.thaw();
        }
        Await.until(
                () -> {
                    meter.record("after", MS);
                    return heard.flushes.stream().anyMatch(flush -> flush.sent() > 0);
                },
                () -> "nothing arrives after the standstill: " + heard.flushes.size());
        meter.close();
        long shipped = heard.flushes.stream().mapToLong(Delivery::sent).sum();
        assertThat(broker.content("flood")).hasSizeGreaterThanOrEqualTo((int) shipped + 1);
    }

    @Test
    void a_broker_that_says_nothing_costs_a_shipment_its_budget_and_no_more() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            KafkaShipper shipper = shipper(KafkaSettings.of(List.of("127.0.0.1:" + silent.getLocalPort()), "usage"));
            long begin = System.nanoTime();
            Delivery delivery = shipper.ship(List.of(record("a", 1)), BUDGET);
            shipper.close(Duration.ofSeconds(1));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
            assertThat(delivery.unsent()).hasSize(1);
            assertThat(delivery.reason()).isEqualTo("no broker answers");
        }
    }
}
