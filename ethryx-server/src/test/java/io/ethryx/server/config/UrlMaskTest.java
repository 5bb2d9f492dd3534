package io.ethryx.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlMaskTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://el:8545 | http://el:8545",
                "http://el:8545/ | http://el:8545/",
                "http://[::1]:8545/x | http://[::1]:8545/x",
                "http://me:pw@el/ | http://***@el/",
                "http://me@el | http://***@el",
                "http://@el | http://***@el",
                "http://me:pw@[::1]:1/x | http://***@[::1]:1/x",
                "http://el/v2/0123456789abcdef | http://el/v2/0123456789abcdef",
                "http://el/v2/0123456789abcdefg | http://el/v2/***",
                "http://el/0123456789abcdefg/x/0123456789abcdefg/ | http://el/***/x/***/",
                "http://el//a | http://el//a",
                "http://el?key=0123456789abcdef | http://el?key=0123456789abcdef",
                "http://el?key=0123456789abcdefg&b=1 | http://el?key=***&b=1",
                "http://el/p?0123456789abcdefg | http://el/p?***",
                "http://el/p?0123456789abcdefg= | http://el/p?***",
                "http://el/p?a=b=0123456789abcdefg | http://el/p?a=***",
                "http://el/p?a=1&&b | http://el/p?a=1&&b",
                "http://el/p?a=1/0123456789abcdefg | http://el/p?a=***",
                "http://el/p?x@y | http://el/p?x@y",
                "http://el/a@b | http://el/a@b",
                "http://el/p#0123456789abcdefg | http://el/p",
                "wss://me:pw@el/0123456789abcdefg | wss://***@el/***",
                "el:8545 | el:8545",
                "me:pw@el:8545 | ***@el:8545",
                "http://me:p/w@el/x | http://***@el/x",
                "http://me:p?w@el/x | http://***@el/x",
                "http://me:p#w@el | http://***@el",
                "'' | ''",
                "@ | ***@",
            })
    void secrets_are_hidden_and_the_rest_stays(String text, String masked) {
        assertThat(UrlMask.of(text)).isEqualTo(masked);
    }

    @Test
    void a_url_that_is_kept_as_text_prints_masked() {
        UnparsedUrl url = new UnparsedUrl("ws://me:pw@el");
        assertThat(url).hasToString("ws://***@el");
        assertThat(url.text()).isEqualTo("ws://me:pw@el");
    }
}
