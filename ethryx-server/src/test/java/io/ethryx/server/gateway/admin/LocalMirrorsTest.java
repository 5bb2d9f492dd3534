package io.ethryx.server.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LocalMirrorsTest {

    private static final String SHOWN =
            "{\"address\":\"10.0.0.9\",\"port\":8545,\"url\":\"http://10.0.0.9:8545\",\"rateLimit\":5}";

    private final List<Route> routes;

    LocalMirrorsTest() throws IOException {
        routes = AdminRoutes.all();
    }

    private String call(String name, String body) {
        Route route = routes.stream()
                .filter(each -> each.pattern().endsWith(name))
                .findFirst()
                .orElseThrow();
        AdminAnswer answer = route.action()
                .answer(new AdminRequest(
                        route,
                        Map.of("chainId", "0x1"),
                        Map.of(),
                        new AdminRequest.Content(body.getBytes(StandardCharsets.UTF_8), "application/json"),
                        new AdminCaller("local", "127.0.0.1")));
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void a_target_that_was_added_or_deleted_here_is_shown_so_at_once_though_calls_follow_later() {
        call("/addLocalMirror", "{\"address\":\"10.0.0.9\",\"port\":8545,\"rateLimit\":5}");
        assertThat(call("/getMirrors", "")).isEqualTo("{\"chain_id\":\"1\",\"count\":1,\"mirrors\":[" + SHOWN + "]}");
        assertThat(call("/getAllMirrors", "")).isEqualTo("{\"mirrors\":{\"1\":[" + SHOWN + "]}}");
        call("/deleteAllLocalMirrors", "");
        assertThat(call("/getMirrors", "")).isEqualTo("{\"chain_id\":\"1\",\"count\":0,\"mirrors\":[]}");
    }
}
