package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.RpcError;
import io.ethryx.server.gateway.settings.GatewayFile;
import io.ethryx.server.gateway.settings.GatewaySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code docs/governance.md} says the truth. */
final class GovernanceDocumentTest {

    private static String text() throws IOException {
        return Files.readString(Path.of("..", "docs", "governance.md"));
    }

    @Test
    void its_configuration_is_sound_and_every_key_has_an_effect() throws Exception {
        String yaml = text().split("```yaml\n", 2)[1].split("```", 2)[0];
        GatewayFile file = GatewayFile.parse("governance.md", yaml);
        assertThat(file.faults()).isEmpty();
        assertThat(file.warnings()).isEmpty();
        GatewaySettings settings = file.settings().orElseThrow();
        assertThat(settings.governance().denied())
                .isEqualTo(GatewayFile.parse("empty", "{}")
                        .settings()
                        .orElseThrow()
                        .governance()
                        .denied());
        assertThat(settings.governance().limiter().burst()).containsEntry("eth_getLogs", 40.0);
    }

    @Test
    void its_codes_are_those_of_the_catalogue() throws Exception {
        for (RpcError error :
                List.of(ErrorCatalogue.DENIED, ErrorCatalogue.LIMITED, ErrorCatalogue.outOfRange("recent_blocks 1"))) {
            assertThat(text()).contains(error.code() + " `" + error.message() + "`, HTTP " + error.httpStatus());
        }
    }
}
