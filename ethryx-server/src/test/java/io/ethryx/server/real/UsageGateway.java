package io.ethryx.server.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The gateway as a process in front of one node that answers all alike: to be told where its usage goes, and asked. */
final class UsageGateway implements AutoCloseable {

    private static final String ETHRYX =
            Path.of(System.getProperty("ethryx.root"), "ethryx").toString();
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\",\"params\":[]}";
    private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"0x1\"}";

    private final String name;
    private final Path folder;
    private final RawUpstream node;
    private final int port;
    private RunningProcess process;

    /** It does not run yet; its configuration will be in the folder. */
    UsageGateway(String name, Path folder) throws IOException {
        this.name = name;
        this.folder = folder;
        node = RawUpstream.answering("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                + ANSWER.length() + "\r\n\r\n" + ANSWER);
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
    }

    /** Starts it with some more lines of configuration, behind the words of another command if there are any. */
    void serve(String more, String... before) throws IOException {
        start("gateway", more, before);
        Await.until(
                () -> output().contains("\"message\":\"listening\""),
                () -> output() + (process.alive() ? "" : " (ended)"));
    }

    /** Lets it look at some more lines of configuration. */
    void check(String more) throws IOException {
        start("check", more);
    }

    private void start(String command, String more, String... before) throws IOException {
        Path file = Files.writeString(folder.resolve("gateway.yaml"), """
                listen: 127.0.0.1:%d
                metric_listen: 127.0.0.1:0
                discovery: {static: {1/nodes/s: {address: 127.0.0.1, port: %d, nodeType: 1, stateType: 1}}}
                %s
                """.formatted(port, node.port(), more));
        List<String> words = new ArrayList<>(List.of(before));
        words.addAll(List.of(ETHRYX, command, "--config=" + file));
        process = RunningProcess.start(name, words);
    }

    /** Has a call of a client answered. */
    void ask(String client) {
        try (RawClient connection = RawClient.connect(port)) {
            connection.send("POST /1 HTTP/1.1\r\nHost: a\r\nclient-id: " + client
                    + "\r\nContent-Type: application/json\r\nContent-Length: " + CALL.length() + "\r\n\r\n" + CALL);
            assertThat(connection.readAnswer()).contains("\"0x1\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one that was started last. */
    RunningProcess process() {
        return process;
    }

    /** What it wrote to stdout so far. */
    String output() {
        return String.join("\n", process.lines());
    }

    @Override
    public void close() throws Exception {
        if (process != null) {
            process.close();
        }
        node.close();
    }
}
