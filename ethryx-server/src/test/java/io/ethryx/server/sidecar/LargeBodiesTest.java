package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.Await;
import io.ethryx.server.testing.RawClient;
import io.ethryx.server.testing.RawUpstream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bodies that are large, slow or endless. */
class LargeBodiesTest {

    private static final int LARGE = 64 * 1024 * 1024;
    private static final int MOST_BUFFERS = 16;

    private RawUpstream node;
    private SidecarFixture sidecar;

    private void start(RawUpstream.Script script, String... arguments) throws Exception {
        node = RawUpstream.start(script);
        sidecar = SidecarFixture.with(node.port(), node.port())
                .arguments(arguments)
                .warmed();
    }

    @AfterEach
    void stop() throws Exception {
        sidecar.closeAndCheckNothingIsLeft();
        node.close();
    }

    @Test
    void the_head_and_each_event_of_a_stream_pass_at_once() throws Exception {
        BlockingQueue<String> events = new SynchronousQueue<>();
        start(connection -> {
            connection.readRequest();
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (String event = events.take(); !event.isEmpty(); event = events.take()) {
                connection.send(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
            }
            connection.send("0\r\n\r\n");
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET /eth/v1/events?topics=finalized_checkpoint HTTP/1.1\r\nHost: a\r\n"
                    + "Accept-Encoding: gzip\r\n\r\n");
            // Nothing but the head has been sent: it must not wait for an event, nor an event for the next.
            assertThat(client.readUntil("\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .contains("text/event-stream");
            for (int i = 0; i < 3; i++) {
                events.put("event: head\ndata: " + i + "\n\n");
                assertThat(client.readUntil("\n\n")).contains("data: " + i);
            }
            events.put("");
            client.readUntil("0\r\n\r\n");
        }
    }

    @Test
    void a_large_ssz_download_arrives_whole_with_its_fields_in_bounded_memory() throws Exception {
        byte[] block = new byte[1024 * 1024];
        new Random(7).nextBytes(block);
        MessageDigest sent = MessageDigest.getInstance("SHA-256");
        start(connection -> {
            connection.readRequest();
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"
                    + "Eth-Consensus-Version: electra\r\nEth-Execution-Payload-Blinded: false\r\n"
                    + "Eth-Consensus-Block-Value: 12345\r\nContent-Length: " + LARGE + "\r\n\r\n");
            for (int i = 0; i < LARGE / block.length; i++) {
                sent.update(block);
                connection.send(block);
            }
            connection.readRequest();
        });
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("GET /eth/v2/debug/beacon/states/finalized HTTP/1.1\r\nHost: a\r\n"
                    + "Accept: application/octet-stream;q=1,application/json;q=0.9\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n"))
                    .contains(
                            "Content-Type: application/octet-stream\r\n",
                            "Eth-Consensus-Version: electra\r\n",
                            "Eth-Execution-Payload-Blinded: false\r\n",
                            "Eth-Consensus-Block-Value: 12345\r\n",
                            "Content-Length: " + LARGE + "\r\n");
            byte[] received = digest(client.socket().getInputStream(), LARGE);
            assertThat(HexFormat.of().formatHex(received))
                    .isEqualTo(HexFormat.of().formatHex(sent.digest()));
        }
        assertThat(node.received()).contains("Accept: application/octet-stream;q=1,application/json;q=0.9\r\n");
        assertThat(sidecar.buffers().most()).isLessThan(MOST_BUFFERS);
    }

    @Test
    void a_large_upload_arrives_whole_in_bounded_memory() throws Exception {
        BlockingQueue<String> digests = new LinkedBlockingQueue<>();
        start(connection -> {
            connection.readHead();
            digests.add(HexFormat.of().formatHex(digest(connection.socket().getInputStream(), LARGE)));
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            connection.readRequest();
        });
        byte[] block = new byte[1024 * 1024];
        new Random(8).nextBytes(block);
        MessageDigest sent = MessageDigest.getInstance("SHA-256");
        try (RawClient client = RawClient.connect(sidecar.port())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + LARGE + "\r\n\r\n");
            for (int i = 0; i < LARGE / block.length; i++) {
                sent.update(block);
                client.send(block);
            }
            assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 OK\r\n");
        }
        assertThat(digests.poll(10, TimeUnit.SECONDS)).isEqualTo(HexFormat.of().formatHex(sent.digest()));
        assertThat(sidecar.buffers().most()).isLessThan(MOST_BUFFERS);
    }

    @Test
    void a_client_that_does_not_read_slows_its_own_upstream_and_nobody_else() throws Exception {
        CountDownLatch full = new CountDownLatch(1);
        start(connection -> {
            String request = connection.readRequest();
            if (request.contains("/endless")) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
                connection.socket().getOutputStream().write(new byte[1024 * 1024]);
                full.countDown();
                writeUntilCut(connection.socket().getOutputStream());
            } else {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
            }
        });
        try (RawClient deaf = RawClient.connect(sidecar.port())) {
            deaf.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(full.await(10, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 20; i++) {
                try (RawClient other = RawClient.connect(sidecar.port())) {
                    other.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                    assertThat(other.readAll()).endsWith("{}");
                }
            }
            assertThat(sidecar.buffers().most()).isLessThan(MOST_BUFFERS);
        }
        Await.until(() -> sidecar.buffers().out() <= 1, () -> sidecar.buffers().out() + " buffers are out");
    }

    @Test
    void a_download_may_pause_for_longer_than_the_proxy_timeout() throws Exception {
        CountDownLatch resume = new CountDownLatch(1);
        start(
                connection -> {
                    for (String request = connection.readRequest(); request != null; ) {
                        if (request.contains("/slow")) {
                            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc");
                            resume.await();
                            connection.send("def");
                        }
                        request = connection.readRequest();
                    }
                },
                "--proxy-timeout",
                "200ms");
        try (RawClient slow = RawClient.connect(sidecar.port());
                RawClient late = RawClient.connect(sidecar.port())) {
            slow.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(slow.readUntil("abc")).startsWith("HTTP/1.1 200 OK\r\n");
            // A call that gets no head at all measures out the time that the download pauses.
            late.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(late.readAnswer()).startsWith("HTTP/1.1 504 ");
            resume.countDown();
            assertThat(slow.readBytes(3)).isEqualTo("def");
        }
    }

    @Test
    void many_slow_uploads_do_not_slow_the_others() throws Exception {
        start(connection -> {
            while (connection.readRequest() != null) {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
            }
        });
        List<RawClient> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 500; i++) {
                slow.add(RawClient.connect(sidecar.port())
                        .send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nx"));
            }
            assertThat(node.connections())
                    .as("connections for calls that are not whole")
                    .isEmpty();
            try (RawClient quick = RawClient.connect(sidecar.port())) {
                for (int i = 0; i < 200; i++) {
                    quick.send("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(quick.readAnswer()).endsWith("ok");
                    quick.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(quick.readAnswer()).endsWith("{}");
                }
            }
        } finally {
            for (RawClient client : slow) {
                client.close();
            }
        }
    }

    @Test
    void many_clients_that_leave_in_the_middle_leave_nothing_behind() throws Exception {
        start(connection -> {
            if (connection.readHead().contains("/never")) {
                connection.readToEnd();
            }
        });
        byte[] request = "POST /never HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
                .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 1_000; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), sidecar.port())) {
                socket.getOutputStream().write(request);
                if (i % 2 == 0) {
                    socket.setSoLinger(true, 0);
                }
            }
        }
        sidecar.awaitMetric("ethryx_active_connections{protocol=\"tcp\"} 1");
        Await.until(() -> sidecar.buffers().out() <= 1, () -> sidecar.buffers().out() + " buffers are out");
        Await.until(
                () -> sidecar.sidecar().busyUpstreamConnections() == 0,
                () -> sidecar.sidecar().busyUpstreamConnections() + " upstream connections are busy");
    }

    private static void writeUntilCut(OutputStream out) {
        try {
            while (true) {
                out.write(new byte[64 * 1024]);
            }
        } catch (IOException cut) {
            // the client has left
        }
    }

    private static byte[] digest(InputStream in, long length) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] buffer = new byte[256 * 1024];
        long left = length;
        while (left > 0) {
            int n = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (n < 0) {
                throw new AssertionError(left + " bytes are missing");
            }
            digest.update(buffer, 0, n);
            left -= n;
        }
        return digest.digest();
    }
}
