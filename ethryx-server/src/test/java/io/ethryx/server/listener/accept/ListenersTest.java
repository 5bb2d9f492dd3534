package io.ethryx.server.listener.accept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.server.config.ListenAddress;
import io.ethryx.server.listener.ListenerRig;
import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.RecordingHandler;
import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListenersTest {

    private static ListenAddress on(String host, int port) {
        return new ListenAddress(host + ":" + port, host, port);
    }

    @Test
    void an_address_that_is_taken_is_named_and_the_others_are_given_back() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, new RecordingHandler());
                ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.2"))) {
            int port = free.getLocalPort();
            free.close();
            ListenerSettings settings =
                    new ListenerSettings(ListenerRig.LIMITS, new RecordingHandler(), rig.io, rig.heldBytes, rig);
            ListenAddress taken = on("127.0.0.1", rig.port());
            assertThatThrownBy(() -> Listeners.bind(List.of(on("127.0.0.2", port), taken), settings))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot listen on " + taken.text() + ": Address already in use");
            ListenerRig.await("the other address is free", () -> isFree("127.0.0.2", port));
        }
    }

    private static boolean isFree(String host, int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    @Test
    void several_addresses_of_either_family_are_served() throws Exception {
        RecordingHandler handler = new RecordingHandler();
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, handler)) {
            ListenerSettings settings = new ListenerSettings(ListenerRig.LIMITS, handler, rig.io, rig.heldBytes, rig);
            try (Listeners more = Listeners.bind(List.of(on("127.0.0.1", 0), on("::1", 0)), settings)) {
                more.start();
                for (var address : more.addresses()) {
                    assertThat(address.getPort()).isPositive();
                    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
                        socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                        assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                                .startsWith("HTTP/1.0 200 ");
                    }
                }
                ListenerRig.await("their end", () -> more.openConnections() == 0);
            }
        }
    }

    @Test
    void nothing_is_accepted_after_the_end_of_accepting() throws Exception {
        try (ListenerRig rig = new ListenerRig(ListenerRig.LIMITS, new RecordingHandler());
                RawClient before = RawClient.connect(rig.port())) {
            int port = rig.port();
            before.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            before.readAnswer();
            rig.listeners.stopAccepting();
            ListenerRig.await("the refusal", () -> {
                try (RawClient late = RawClient.connect(port)) {
                    return false;
                } catch (IOException e) {
                    return true;
                }
            });
            before.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(before.readAnswer()).startsWith("HTTP/1.1 200 ");
        }
    }
}
