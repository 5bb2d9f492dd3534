package io.ethryx.server.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.testing.ReferencePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The document and the calls are the same; each answer in the other tests of this package is judged by it. */
@Timeout(60)
final class OpenApiTest {

    private static final Path IN_DOCS = Path.of("..", "docs", "openapi.json");

    @Test
    void every_call_is_in_the_document_and_every_call_of_the_document_is_there() throws Exception {
        TreeSet<String> routes = new TreeSet<>();
        AdminRoutes.all().forEach(route -> routes.add(route.toString()));
        assertThat(OpenApiDocument.packaged().operations()).isEqualTo(routes);
    }

    @Test
    void every_reference_leads_somewhere() throws Exception {
        assertThat(OpenApiDocument.packaged().loose()).isEmpty();
    }

    @Test
    void every_place_of_a_path_is_a_parameter_and_every_change_can_be_tried_dry() throws Exception {
        OpenApiDocument document = OpenApiDocument.packaged();
        for (Route route : AdminRoutes.all()) {
            String parameters = String.valueOf(document.operation(route).get("parameters"));
            boolean changes = route.reach().changes();
            assertThat(parameters.contains("/dryRun")).as("%s", route).isEqualTo(changes);
            for (String place : new String[] {"chainId", "nodeKey", "method"}) {
                assertThat(parameters.contains("parameters/" + place + "}"))
                        .as("%s of %s", place, route)
                        .isEqualTo(route.pattern().contains("{" + place + "}"));
            }
        }
    }

    @Test
    void the_document_of_the_docs_is_the_one_that_is_served() throws Exception {
        try (AdminRig rig = AdminRig.start("discovery: {static: {}}")) {
            Object served = rig.get("/openapi.json").json();
            assertThat(served).isEqualTo(AdminRig.parsed(Files.readString(IN_DOCS)));
            assertThat(((Map<?, ?>) served).get("openapi")).isEqualTo("3.1.0");
        }
    }

    @Test
    void the_page_of_calls_is_that_of_the_code() throws IOException {
        OpenApiDocument document = OpenApiDocument.packaged();
        StringBuilder page = new StringBuilder("""
            # Calls of the gateway's admin API

            Made from the code and compared with it by a test. Who may call, and what all changes have in common: [admin.md](../admin.md). Shapes of bodies and answers: [openapi.json](../openapi.json).
            Besides the answers below: 401 or 403 for callers that are not let in, 413 for a body over 1 MiB, 503 while etcd or a thread can't be had. Every change takes `dryRun=true`.

            | Call | Changes | Query | Body | Answers | What it does |
            |---|---|---|---|---|---|
            """);
        for (Route route : AdminRoutes.all()) {
            page.append("| `")
                    .append(route)
                    .append("` | ")
                    .append(changes(route.reach()))
                    .append(" | ")
                    .append(String.join(", ", document.queryOf(route)))
                    .append(" | ")
                    .append(String.join(", ", document.bodyOf(route)))
                    .append(" | ")
                    .append(String.join(", ", document.ownAnswersOf(route)))
                    .append(" | ")
                    .append(document.operation(route).get("summary"))
                    .append(" |\n");
        }
        ReferencePage.same("admin-routes.md", page.toString());
    }

    private static String changes(Route.Reach reach) {
        return switch (reach) {
            case READ -> "nothing";
            case READ_ETCD -> "nothing; etcd is asked";
            case LOCAL -> "this process";
            case ETCD -> "all gateways, through etcd";
        };
    }
}
