package io.ethryx.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpstreamTargetsTest {

    @ParameterizedTest(name = "{0}?{1} + {2} = {3}")
    @CsvSource({
        "'','',/,/",
        "'','',/a?b=c,/a?b=c",
        "'','',/?b=c,/?b=c",
        "/,'',/,/",
        "/,'',/a,/a",
        "/v2/KEY,'',/,/v2/KEY",
        "/v2/KEY/,'',/,/v2/KEY/",
        "/v2/KEY,'',/a?b=c,/v2/KEY/a?b=c",
        "/v2/KEY,'',/?b=c,/v2/KEY/?b=c",
        "/v2/KEY//,'',/a,/v2/KEY/a",
        "/p,k=1,/,/p?k=1",
        "/p,k=1,/a,/p/a?k=1",
        "/p,k=1,/a?b=c,/p/a?b=c&k=1",
        "'',k=1,/,/?k=1",
        "'','',*,*",
        "/p,k=1,*,*",
        "'','',//eth/../x,//eth/../x",
        "/p,'',/a%zz|b,/p/a%zz|b"
    })
    void the_client_s_target_is_appended_to_the_configured_one(
            String path, String query, String target, String expected) {
        assertThat(UpstreamTargets.of(path, query).join(target)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "'','',/a/b,/eth/v1/x",
        "'','',/,/eth/v1/x",
        "'','',/a?b=c&d,/eth/v1/x?b=c&d",
        "/base/,'',/a?b=c,/base/eth/v1/x?b=c",
        "/base,k=1,/a,/base/eth/v1/x?k=1",
        "/base,k=1,/a?b=c,/base/eth/v1/x?b=c&k=1",
    })
    void one_path_can_stand_for_every_path(String path, String query, String target, String joined) {
        assertThat(UpstreamTargets.of(path, query).insteadOfThePath("/eth/v1/x").join(target))
                .isEqualTo(joined);
    }
}
