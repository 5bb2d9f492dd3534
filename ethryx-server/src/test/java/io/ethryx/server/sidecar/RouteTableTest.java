package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.util.HttpString;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTableTest {

    private final RouteTable table = new RouteTable(List.of("vouch"));

    @ParameterizedTest
    @CsvSource({
        "GET,/livez,LIVEZ",
        "HEAD,/livez,LIVEZ",
        "GET,/livez?x=1,LIVEZ",
        "GET,/readyz,READYZ",
        "GET,/readyz?verbose,READYZ",
        "GET,/healthz,HEALTHZ",
        "HEAD,/metrics,METRICS"
    })
    void probe_paths_are_answered_locally(String method, String target, Route route) {
        assertThat(table.of(new HttpString(method), target)).isEqualTo(route);
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/livez",
        "OPTIONS,/readyz",
        "PUT,/healthz",
        "DELETE,/metrics",
        "get,/livez",
        "GET,/livez/",
        "GET,/LIVEZ",
        "GET,//livez",
        "GET,/livezz",
        "GET,/livez;a",
        "GET,/%6civez"
    })
    void near_misses_of_a_probe_path_go_to_the_execution_layer(String method, String target) {
        assertThat(table.of(new HttpString(method), target)).isEqualTo(Route.EL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/eth",
                "/eth/",
                "/eth/v1/node/health",
                "/eth?x=1",
                "/eth//v1",
                "/eth/../x",
                "/teku",
                "/teku/v1/admin",
                "/prysm/",
                "/nimbus/v1",
                "/lodestar/v1",
                "/lighthouse",
                "/lighthouse/health",
                "/vouch",
                "/vouch/x"
            })
    void a_consensus_segment_goes_to_the_consensus_layer_whatever_the_method(String target) {
        assertThat(table.of(new HttpString("GET"), target)).isEqualTo(Route.CL);
        assertThat(table.of(new HttpString("POST"), target)).isEqualTo(Route.CL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "*",
                "/?x=/eth",
                "/ethfoo",
                "/Eth/v1",
                "/%65th/v1",
                "//eth/v1",
                "/lighthousestuff",
                "/prys",
                "/eth;a",
                "/x/eth",
                "/vouche"
            })
    void everything_else_goes_to_the_execution_layer(String target) {
        assertThat(table.of(new HttpString("GET"), target)).isEqualTo(Route.EL);
    }
}
