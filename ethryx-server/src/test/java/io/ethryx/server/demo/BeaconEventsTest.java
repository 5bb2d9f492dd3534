package io.ethryx.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.RawClient;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BeaconEventsTest {

    private PairUnderTest pair;

    @BeforeEach
    void start() throws IOException {
        pair = new PairUnderTest();
    }

    @AfterEach
    void stop() {
        pair.close();
    }

    @Test
    void the_head_of_the_answer_comes_before_the_first_event() throws Exception {
        try (RawClient client = open("topics=finalized_checkpoint", 1)) {
            assertThat(pair.cl.openEventStreams()).isEqualTo(1);
            assertThat(client.socket().getInputStream().available()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"topics=head,block", "topics=head&topics=block", "topics=head%2Cblock", "topics=block,head,head"
            })
    void topics_come_in_lists_and_repeated(String query) throws Exception {
        try (RawClient client = open(query, 1)) {
            pair.nodes.advanceSlot();
            assertThat(nextEvent(client)).startsWith("event:block\ndata:{\"slot\":\"101\",\"block\":\"0x");
            assertThat(nextEvent(client)).startsWith("event:head\ndata:{\"slot\":\"101\",\"block\":\"0x");
            pair.nodes.advanceSlot();
            assertThat(nextEvent(client)).startsWith("event:block\ndata:{\"slot\":\"102\"");
        }
    }

    @Test
    void each_stream_gets_the_topics_it_asked_for() throws Exception {
        try (RawClient heads = open("topics=head", 1);
                RawClient blocks = open("topics=block,attestation", 2)) {
            pair.nodes.advanceSlot();
            pair.nodes.advanceSlot();
            assertThat(nextEvent(heads)).contains("event:head").contains("\"slot\":\"101\"");
            assertThat(nextEvent(heads)).contains("event:head").contains("\"slot\":\"102\"");
            assertThat(nextEvent(blocks)).contains("event:block").contains("\"slot\":\"101\"");
            assertThat(nextEvent(blocks)).contains("event:block").contains("\"slot\":\"102\"");
        }
    }

    @Test
    void an_epoch_begins_with_a_new_final_checkpoint() throws Exception {
        try (RawClient client = open("topics=finalized_checkpoint", 1)) {
            while (pair.nodes.head() < 128) {
                pair.nodes.advanceSlot();
            }
            assertThat(nextEvent(client))
                    .startsWith("event:finalized_checkpoint\ndata:{\"block\":\""
                            + new BeaconBlocks(pair.nodes.chain()).root(64) + "\"")
                    .contains("\"epoch\":\"2\"");
        }
    }

    @Test
    void the_event_names_the_block_that_the_header_endpoint_has() throws Exception {
        try (RawClient client = open("topics=head", 1)) {
            pair.nodes.advanceSlot();
            String root = nextEvent(client).replaceAll("(?s).*\"block\":\"(0x[0-9a-f]{64})\".*", "$1");
            assertThat(pair.get("/eth/v1/beacon/headers/head").body()).contains("\"root\":\"" + root + "\"");
        }
    }

    @Test
    void a_head_that_stands_still_sends_nothing() throws Exception {
        try (RawClient client = open("topics=head", 1)) {
            pair.cl.script().headAt(100);
            pair.nodes.advanceSlot();
            pair.get("/eth/v1/node/version");
            pair.cl.script().followHead();
            pair.nodes.advanceSlot();
            assertThat(nextEvent(client)).contains("\"slot\":\"102\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?topics=", "?topics=weather", "?topics=head,weather", "?topics=head&topics=weather"})
    void an_unknown_topic_is_400(String query) throws Exception {
        assertThat(pair.get("/eth/v1/events" + query).statusCode()).isEqualTo(400);
    }

    @Test
    void a_client_that_left_is_forgotten_by_the_next_events() throws Exception {
        open("topics=head", 1).reset();
        PairUnderTest.await("the stream is forgotten", () -> {
            pair.nodes.advanceSlot();
            return pair.cl.openEventStreams() == 0;
        });
    }

    private RawClient open(String query, int streams) throws Exception {
        RawClient client = RawClient.connect(pair.cl.port());
        client.send("GET /eth/v1/events?" + query + " HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n");
        assertThat(client.readUntil("\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ")
                .containsIgnoringCase("content-type: text/event-stream");
        PairUnderTest.await("the stream is open", () -> pair.cl.openEventStreams() == streams);
        return client;
    }

    /** The next event without its chunk framing. */
    private static String nextEvent(RawClient client) throws IOException {
        StringBuilder event = new StringBuilder(client.readUntil("\n\n"));
        return event.substring(event.indexOf("event:"));
    }
}
