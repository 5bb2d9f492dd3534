package io.ethryx.usage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A real Kafka: broker and controller in one process of its own, on loopback and a folder. */
final class KafkaBroker implements AutoCloseable {

    private static final String CLUSTER = "MkU3OEVBNTcwNTJENDM2Qg";

    private final Path folder;
    private final int port;
    private final int controllerPort;
    private Process process;

    KafkaBroker(Path folder) throws IOException {
        this.folder = folder;
        try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = one.getLocalPort();
            controllerPort = other.getLocalPort();
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    /** Starts it, with the data of the last time, and waits until it answers. */
    KafkaBroker start(String... moreProperties) throws Exception {
        List<String> properties = new ArrayList<>(List.of(
                "process.roles=broker,controller",
                "node.id=1",
                "controller.quorum.voters=1@127.0.0.1:" + controllerPort,
                "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
                "advertised.listeners=PLAINTEXT://127.0.0.1:" + port,
                "controller.listener.names=CONTROLLER",
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs=" + folder.resolve("data").toString().replace('\\', '/'),
                "offsets.topic.replication.factor=1",
                "offsets.topic.num.partitions=1",
                "transaction.state.log.replication.factor=1",
                "transaction.state.log.min.isr=1"));
        properties.addAll(Arrays.asList(moreProperties));
        Path file = Files.write(folder.resolve("server.properties"), properties);
        if (!Files.exists(folder.resolve("data/meta.properties"))) {
            Process format = java(
                    "kafka.tools.StorageTool", "format", "--ignore-formatted", "-t", CLUSTER, "-c", file.toString());
            if (!format.waitFor(120, TimeUnit.SECONDS) || format.exitValue() != 0) {
                throw new AssertionError("the folder could not be formatted: " + log());
            }
        }
        process = java("kafka.Kafka", file.toString());
        Await.until(this::answers, () -> "the broker does not answer: " + log());
        return this;
    }

    private Process java(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(Arrays.asList(words));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean answers() {
        if (!process.isAlive()) {
            throw new AssertionError("the broker ended: " + log());
        }
        try (Admin admin = admin()) {
            return admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).size() == 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (Exception notYet) {
            return false;
        }
    }

    private Admin admin() {
        return Admin.create(Map.of(
                "bootstrap.servers", address(), "default.api.timeout.ms", "20000", "request.timeout.ms", "20000"));
    }

    void createTopic(String name, int partitions, Map<String, String> configuration) throws Exception {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(configuration)))
                    .all()
                    .get(60, TimeUnit.SECONDS);
        }
    }

    List<String> topics() throws Exception {
        try (Admin admin = admin()) {
            return List.copyOf(admin.listTopics().names().get(60, TimeUnit.SECONDS));
        }
    }

    /** Everything that is in a topic by now. */
    List<ConsumerRecord<byte[], byte[]>> content(String topic) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "bootstrap.servers", address(),
                "key.deserializer", ByteArrayDeserializer.class,
                "value.deserializer", ByteArrayDeserializer.class));
        List<ConsumerRecord<byte[], byte[]>> content = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(properties)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                consumer.poll(Duration.ofMillis(200)).forEach(content::add);
            }
        }
        return Collections.unmodifiableList(content);
    }

    /** Lets it stand still, its connections open. */
    void freeze() throws Exception {
        signal("STOP");
    }

    /** Lets it go on. */
    void thaw() throws Exception {
        signal("CONT");
    }

    private void signal(String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** As a power cut would. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        if (process != null) {
            kill();
        }
    }
}
