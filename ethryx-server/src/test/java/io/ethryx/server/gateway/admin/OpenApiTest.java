package io.ethryx.server.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

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
}
