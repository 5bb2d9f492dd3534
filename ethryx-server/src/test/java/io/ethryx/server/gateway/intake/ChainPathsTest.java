package io.ethryx.server.gateway.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChainPathsTest {

    private final ChainPaths paths = new ChainPaths();

    @ParameterizedTest
    @CsvSource({
        "/1,1",
        "/0x1,1",
        "/001,1",
        "/%2B1,1",
        "/+1,1",
        "/0x1-v2,1-v2",
        "/%31%2Dv2,1-v2",
        "/mainnet,mainnet",
        "/%zz,%zz",
        "/1?key=a/b,1"
    })
    void a_target_names_the_same_chain_each_time(String target, String chain) {
        for (int i = 0; i < 2; i++) {
            assertThat(paths.of(target).chain()).map(ChainId::toString).hasValue(chain);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%20", "/-v2", "/", "*", "/1/", "/1/2", "//1", "/1%2F2", "/?1"})
    void one_that_names_no_chain_names_none_each_time(String target) {
        for (int i = 0; i < 2; i++) {
            assertThat(paths.of(target).chain()).isEmpty();
            assertThat(paths.of(target).target(Topology.EMPTY)).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"/1/,/1", "/1/?a=b/,/1?a=b/", "/1,''", "//,''", "/1/2/,''", "/%2f/,''"})
    void a_last_slash_is_one_too_many_behind_a_segment(String target, String without) {
        assertThat(ChainPath.withoutLastSlash(target)).isEqualTo(without);
    }

    @Test
    void a_path_is_read_once_whatever_the_query() {
        assertThat(paths.of("/0x1")).isSameAs(paths.of("/0x1")).isSameAs(paths.of("/0x1?key=1"));
        assertThat(paths.of("/0x1")).isNotSameAs(paths.of("/1"));
    }

    @Test
    void the_chain_is_that_of_the_topology_of_the_moment() {
        ChainId chain = new ChainId("1", "");

        for (Topology moment : List.of(Topology.EMPTY, new Topology(2, Map.of()))) {
            assertThat(paths.of("/1").target(moment)).isEqualTo(Target.of(moment, chain));
        }
    }

    @Test
    void more_targets_than_are_kept_are_read_anew_each_time() {
        for (int i = 0; i < 3_000; i++) {
            assertThat(paths.of("/" + i).chain()).hasValue(new ChainId(Integer.toString(i), ""));
        }
        assertThat(paths.of("/2999")).isNotSameAs(paths.of("/2999"));
        assertThat(paths.of("/0")).isSameAs(paths.of("/0"));
    }

    @Test
    void a_long_one_is_not_kept() {
        String longTarget = "/" + "x".repeat(64);

        assertThat(paths.of(longTarget).segment()).isEqualTo("x".repeat(64));
        assertThat(paths.of(longTarget)).isNotSameAs(paths.of(longTarget));
    }
}
