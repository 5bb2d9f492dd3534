package io.ethryx.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BuildInfoTest {

    @Test
    void the_build_wrote_its_version_and_revision_into_the_program() {
        BuildInfo build = BuildInfo.current();
        assertThat(build.version()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(build.git()).isNotBlank().doesNotContain("$").matches("[\\w.+/-]+");
    }
}
