package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import io.ethryx.server.gateway.admin.Route.Reach;
import io.ethryx.server.page.Asset;
import io.ethryx.server.page.GatewayPage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The live page, which shows and explains and changes nothing. */
final class PageRoutes {

    static final String PAGE = "/ui";

    private final GatewayPage page;
    private final ChoiceRoutes choice;

    PageRoutes(GatewayPage page, ChoiceRoutes choice) {
        this.page = page;
        this.choice = choice;
    }

    List<Route> routes() {
        return List.of(
                new Route("GET", PAGE, Reach.READ, this::page),
                new Route("GET", Asset.STYLE.path(), Reach.READ, request -> AdminAnswer.file(Asset.STYLE)),
                new Route("GET", Asset.SCRIPT.path(), Reach.READ, request -> AdminAnswer.file(Asset.SCRIPT)));
    }

    private AdminAnswer page(AdminRequest request) {
        if (request.parameter("part").isPresent()) {
            return AdminAnswer.page(page.live());
        }
        String chain = request.parameter("chain").orElse("");
        String asked = request.parameter("request").orElse("");
        return AdminAnswer.page(page.whole(chain, asked, asked.isEmpty() ? "" : told(chain, asked)));
    }

    private String told(String chain, String asked) {
        Optional<ChainId> id = ChainId.parse(chain);
        if (id.isEmpty()) {
            return "'" + chain + "' is no chain id; write for example 1 or 1-v2";
        }
        try {
            return choice.explained(id.get(), asked.getBytes(StandardCharsets.UTF_8))
                    .toText();
        } catch (AdminFault fault) {
            return fault.detail() == null ? fault.error() : fault.error() + ": " + fault.detail();
        }
    }
}
