package io.ethryx.server.gateway.admin;

import io.ethryx.server.gateway.admin.Route.Reach;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The OpenAPI document of all these calls. */
final class DocumentRoutes {

    private static final String RESOURCE = "openapi.json";

    private final String document;

    /** Reads the document that comes with the program. */
    DocumentRoutes() {
        try (InputStream resource = DocumentRoutes.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException(RESOURCE + " is not beside its class");
            }
            document = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    List<Route> routes() {
        return List.of(new Route("GET", "/openapi.json", Reach.READ, request -> AdminAnswer.document(document)));
    }
}
