package io.ethryx.usage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

/** A real Kafka of one broker, which keeps its address and its data from one life to the next, and can stand still. */
final class KafkaBroker implements AutoCloseable {

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

    /** Starts it, with the data of the last time, and waits until it serves. */
    KafkaBroker start(String... moreProperties) throws IOException {
        Path jars = Files.writeString(folder.resolve("class-path"), System.getProperty("java.class.path"));
        Path more = Files.write(folder.resolve("more.properties"), List.of(moreProperties));
        ProcessBuilder script = new ProcessBuilder(
                        Path.of("src", "test", "real", "kafka.sh")
                                .toAbsolutePath()
                                .toString(),
                        Integer.toString(port),
                        Integer.toString(controllerPort),
                        folder.toString(),
                        jars.toString(),
                        more.toString())
                .redirectError(folder.resolve("errors").toFile());
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        process = script.start();
        String first = process.inputReader().readLine();
        if (!("ready " + address()).equals(first)) {
            throw new AssertionError("the broker said " + first + ": " + Files.readString(folder.resolve("errors")));
        }
        return this;
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
        for (ProcessHandle each : process.descendants().toList()) {
            new ProcessBuilder("kill", "-" + name, Long.toString(each.pid()))
                    .start()
                    .waitFor();
        }
    }

    /** As a power cut would. */
    void kill() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }

    @Override
    public void close() throws InterruptedException {
        if (process != null) {
            kill();
        }
    }
}
