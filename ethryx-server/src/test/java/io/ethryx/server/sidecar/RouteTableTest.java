package io.ethryx.server.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.config.SidecarSettings.Mocks;
import io.undertow.util.HttpString;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

    private static final Mocks ALL = new Mocks(false, true, true, true, true, true);

    @ParameterizedTest
    @CsvSource({
        "GET,/eth/v1/node/health,NODE_HEALTH,CL",
        "HEAD,/eth/v1/node/health?syncing_status=299,NODE_HEALTH,CL",
        "POST,/eth/v1/validator/prepare_beacon_proposer,VALIDATOR_DUTY,CL",
        "POST,/eth/v1/validator/beacon_committee_subscriptions?x,VALIDATOR_DUTY,CL",
        "POST,/eth/v1/validator/sync_committee_subscriptions,VALIDATOR_DUTY,CL",
        "POST,/eth/v1/validator/register_validator?a=b,MEV_RELAY,CL",
        "POST,/,EL_INSPECTED,EL",
        "POST,/any/path?x=1,EL_INSPECTED,EL",
        "POST,/healthz,EL_INSPECTED,EL",
    })
    void what_is_asked_for_changes_where_a_request_goes(String method, String target, Route on, Route off) {
        assertThat(new RouteTable(List.of(), ALL, true).of(new HttpString(method), target))
                .isEqualTo(on);
        assertThat(table.of(new HttpString(method), target)).isEqualTo(off);
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/eth/v1/node/health,CL",
        "OPTIONS,/eth/v1/node/health,CL",
        "GET,/eth/v1/node/health/,CL",
        "GET,/eth/v1/node/Health,CL",
        "GET,//eth/v1/node/health,EL",
        "GET,/eth/v1/validator/prepare_beacon_proposer,CL",
        "PUT,/eth/v1/validator/prepare_beacon_proposer,CL",
        "POST,/eth/v1/validator/prepare_beacon_proposer/,CL",
        "POST,/eth/v2/validator/prepare_beacon_proposer,CL",
        "POST,/eth/v1/validator/%70repare_beacon_proposer,CL",
        "GET,/eth/v1/validator/register_validator,CL",
        "POST,/eth/v1/validator/register_validators,CL",
        "POST,/eth/v1/builder/validators,CL",
        "post,/,EL",
        "GET,/,EL",
        "POST,/lighthouse/x,CL",
    })
    void near_misses_of_a_mock_go_where_they_always_did(String method, String target, Route route) {
        assertThat(new RouteTable(List.of(), ALL, true).of(new HttpString(method), target))
                .isEqualTo(route);
    }

    @Test
    void each_flag_turns_on_its_own_rows_alone() {
        String[] targets = {
            "POST /eth/v1/validator/prepare_beacon_proposer",
            "POST /eth/v1/validator/beacon_committee_subscriptions",
            "POST /eth/v1/validator/sync_committee_subscriptions",
            "GET /eth/v1/node/health",
            "POST /eth/v1/validator/register_validator",
            "POST /"
        };
        assertThat(routes(new Mocks(true, false, false, false, false, false), false, targets))
                .containsExactly(Route.CL, Route.CL, Route.CL, Route.CL, Route.CL, Route.EL_INSPECTED);
        assertThat(routes(new Mocks(false, true, false, false, false, false), false, targets))
                .containsExactly(Route.CL, Route.CL, Route.CL, Route.CL, Route.CL, Route.EL_INSPECTED);
        assertThat(routes(new Mocks(false, false, true, false, false, false), false, targets))
                .containsExactly(Route.VALIDATOR_DUTY, Route.CL, Route.CL, Route.CL, Route.CL, Route.EL);
        assertThat(routes(new Mocks(false, false, false, true, false, false), false, targets))
                .containsExactly(Route.CL, Route.VALIDATOR_DUTY, Route.CL, Route.CL, Route.CL, Route.EL);
        assertThat(routes(new Mocks(false, false, false, false, true, false), false, targets))
                .containsExactly(Route.CL, Route.CL, Route.VALIDATOR_DUTY, Route.CL, Route.CL, Route.EL);
        assertThat(routes(new Mocks(false, false, false, false, false, true), false, targets))
                .containsExactly(Route.CL, Route.CL, Route.CL, Route.NODE_HEALTH, Route.CL, Route.EL);
        assertThat(routes(new Mocks(false, false, false, false, false, false), true, targets))
                .containsExactly(Route.CL, Route.CL, Route.CL, Route.CL, Route.MEV_RELAY, Route.EL);
    }

    private static List<Route> routes(Mocks mocks, boolean relay, String... requests) {
        RouteTable routes = new RouteTable(List.of(), mocks, relay);
        return Stream.of(requests)
                .map(request -> request.split(" ", 2))
                .map(parts -> routes.of(new HttpString(parts[0]), parts[1]))
                .toList();
    }
}
