package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.logging.JsonLogProbe;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ConnectionLogTest {

    @Test
    void a_fault_of_our_own_is_an_error_with_its_place_and_a_lost_connection_is_none() throws Exception {
        try (JsonLogProbe log = JsonLogProbe.with("info")) {
            ConnectionLog connections = new ConnectionLog();
            connections.connectionFailed(new IOException("Connection reset by peer"));
            connections.connectionFailed(new StackOverflowError("on purpose"));
            assertThat(log.lines()).singleElement().asString().contains("ERROR", "on purpose", "ConnectionLogTest");
        }
    }
}
