package io.ethryx.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.upstream.UpstreamFailure;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailedAnswerTest {

    @ParameterizedTest
    @CsvSource({
        "CONNECT,502,could not be reached",
        "CONNECT_TIMEOUT,504,could not be reached in time",
        "OVERLOADED,503,has too many requests waiting",
        "CLOSED,502,gave no answer",
        "TRUNCATED,502,gave no answer",
        "MALFORMED,502,gave a malformed answer"
    })
    void each_failure_has_its_status_and_a_sentence_that_names_the_layer(
            UpstreamFailure.Kind kind, int status, String what) {
        FailedAnswer answer = FailedAnswer.of("CL", new UpstreamFailure(kind, "the cause"));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.sentence()).isEqualTo("The CL " + what + ": the cause.");
    }

    @Test
    void a_request_that_can_not_be_forwarded_is_the_client_s_fault() {
        FailedAnswer answer = FailedAnswer.of("EL", new UpstreamFailure(UpstreamFailure.Kind.BAD_REQUEST, "the cause"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.sentence()).isEqualTo("The request can't be forwarded: the cause.");
    }

    @ParameterizedTest
    @CsvSource({"60000,60 s", "300,300 ms", "1500,1500 ms", "0,0 s"})
    void a_timeout_is_told_in_the_operator_s_unit(long millis, String text) {
        FailedAnswer answer = FailedAnswer.timedOut("EL", Duration.ofMillis(millis));
        assertThat(answer.status()).isEqualTo(504);
        assertThat(answer.sentence()).isEqualTo("The EL did not answer within " + text + ".");
    }
}
