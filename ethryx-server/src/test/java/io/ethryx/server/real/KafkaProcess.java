package io.ethryx.server.real;

import io.ethryx.server.testing.SelfMadeCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A real Kafka of one broker, which keeps its address and its data from one life to the next. */
final class KafkaProcess implements AutoCloseable {

    private static final Path ROOT = Path.of(System.getProperty("ethryx.root"));

    private final Path folder;
    private final int port;
    private final int controllerPort;
    private RunningProcess process;

    /** A broker that has not been started, on free ports. */
    KafkaProcess(Path folder) throws IOException {
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

    void start() throws Exception {
        start(List.of());
    }

    private void start(List<String> moreProperties) throws Exception {
        Path more = Files.write(Files.createDirectories(folder).resolve("more.properties"), moreProperties);
        process = RunningProcess.start(
                "kafka",
                List.of(
                        ROOT.resolve("ethryx-usage/src/test/real/kafka.sh").toString(),
                        Integer.toString(port),
                        Integer.toString(controllerPort),
                        folder.toString(),
                        ROOT.resolve("ethryx-usage/target/broker-class-path").toString(),
                        more.toString()));
        process.awaitReady(Duration.ofSeconds(150));
    }

    /**
     * Starts it with a second listener, which speaks TLS and wants a user and a password.
     *
     * @param keys the broker's key store and its certificate
     * @param password of the user {@code usage}
     * @return the address of that listener
     */
    String startSecured(SelfMadeCertificates.Keys keys, String password) throws Exception {
        String secured;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            secured = "127.0.0.1:" + free.getLocalPort();
        }
        start(List.of(
                "listeners=PLAINTEXT://" + address() + ",SECURED://" + secured + ",CONTROLLER://127.0.0.1:"
                        + controllerPort,
                "advertised.listeners=PLAINTEXT://" + address() + ",SECURED://" + secured,
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SECURED:SASL_SSL,CONTROLLER:PLAINTEXT",
                "listener.name.secured.sasl.enabled.mechanisms=PLAIN",
                "listener.name.secured.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule"
                        + " required user_usage=\"" + password + "\";",
                "listener.name.secured.ssl.keystore.type=PKCS12",
                "listener.name.secured.ssl.keystore.location=" + keys.file(),
                "listener.name.secured.ssl.keystore.password=" + keys.password(),
                "listener.name.secured.ssl.key.password=" + keys.password()));
        return secured;
    }

    void createTopic(String name, int partitions) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address()))) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .all()
                    .get(60, TimeUnit.SECONDS);
        }
    }

    /** The values that are in a topic by now. */
    List<String> values(String topic) {
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(Map.of(
                "bootstrap.servers", address(),
                "key.deserializer", ByteArrayDeserializer.class,
                "value.deserializer", ByteArrayDeserializer.class))) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                consumer.poll(Duration.ofMillis(200))
                        .forEach(each -> values.add(new String(each.value(), StandardCharsets.UTF_8)));
            }
        }
        return values;
    }

    @Override
    public void close() throws Exception {
        if (process != null) {
            process.close();
        }
    }
}
