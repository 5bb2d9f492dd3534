package io.ethryx.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpstreamUrlTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // URL | secure | host | port | path | query | authority
                "http://el:8545 | false | el | 8545 | '' | - | el:8545",
                "http://el | false | el | 80 | '' | - | el",
                "http://el:80/ | false | el | 80 | / | - | el",
                "https://el | true | el | 443 | '' | - | el",
                "https://el:443 | true | el | 443 | '' | - | el",
                "https://el:80 | true | el | 80 | '' | - | el:80",
                "http://el:443 | false | el | 443 | '' | - | el:443",
                "HTTP://EL.Example:1 | false | el.example | 1 | '' | - | el.example:1",
                "http://el: | false | el | 80 | '' | - | el",
                "http://el:65535 | false | el | 65535 | '' | - | el:65535",
                "http://el:00080 | false | el | 80 | '' | - | el",
                "http://127.0.0.1:5052/ | false | 127.0.0.1 | 5052 | / | - | 127.0.0.1:5052",
                "http://[::1]:8545/x | false | ::1 | 8545 | /x | - | [::1]:8545",
                "http://[2001:DB8::1] | false | 2001:db8::1 | 80 | '' | - | [2001:db8::1]",
                "http://[::ffff:1.2.3.4]:1 | false | ::ffff:1.2.3.4 | 1 | '' | - | [::ffff:1.2.3.4]:1",
                "http://my_node-1.svc.cluster.local.:1 | false | my_node-1.svc.cluster.local. | 1 | '' | - | my_node-1.svc.cluster.local.:1",
                "http://el/v2/KEY/ | false | el | 80 | /v2/KEY/ | - | el",
                "http://el/a%2Fb//c/../d | false | el | 80 | /a%2Fb//c/../d | - | el",
                "http://el/p?k=1&l=a?b | false | el | 80 | /p | k=1&l=a?b | el",
                "http://el?k=1 | false | el | 80 | '' | k=1 | el",
                "http://el/? | false | el | 80 | / | '' | el",
                "http://el/p?q#frag?x | false | el | 80 | /p | q | el",
                "http://el#frag/p | false | el | 80 | '' | - | el",
                "http://el/a@b:c | false | el | 80 | /a@b:c | - | el",
            })
    void a_url_comes_apart(
            String text, boolean secure, String host, int port, String path, String query, String authority)
            throws InvalidSetting {
        UpstreamUrl url = UpstreamUrl.parse(text);
        assertThat(url)
                .isEqualTo(new UpstreamUrl(
                        secure, host, port, path, Optional.ofNullable(query), Optional.empty(), UrlMask.of(text)));
        assertThat(url.authority()).isEqualTo(authority);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://me:secret@el/ | me:secret",
                "http://me@el | me:",
                "http://me:@el | me:",
                "http://:pw@el | :pw",
                "http://me:a:b@el | me:a:b",
                "http://m%40e:s%3a%2Fcret@el:1 | m@e:s:/cret",
                "http://me:%C3%A4%F0%9F%98%80@[::1]:1/ | me:\u00e4\ud83d\ude00",
                "http://m!$&'()*+,;=e:x@el | m!$&'()*+,;=e:x",
            })
    void userinfo_becomes_basic_authorization(String text, String credentials) throws InvalidSetting {
        UpstreamUrl url = UpstreamUrl.parse(text);
        String expected = "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
        assertThat(url.authorization()).contains(expected);
        assertThat(url.authority()).doesNotContain("@");
        assertThat(url.toString()).startsWith("http://***@").doesNotContain("secret");
    }

    @Test
    void empty_userinfo_is_none() throws InvalidSetting {
        assertThat(UpstreamUrl.parse("http://@el").authorization()).isEmpty();
        assertThat(UpstreamUrl.parse("http://@el").host()).isEqualTo("el");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | has no scheme",
                "el | has no scheme",
                "el:8545 | has no scheme",
                "localhost:8545/x | has no scheme",
                "127.0.0.1:8545 | has no scheme",
                "[::1]:8545 | has no scheme",
                "//el | has no scheme",
                "http:/el | has no scheme",
                "http:el | has no scheme",
                "://el | has no scheme",
                "ftp://el | has a scheme other than",
                "ws://el | has a scheme other than",
                "httpx://el | has a scheme other than",
                "http:// | has no host",
                "http:///p | has no host",
                "http://:8545 | has no host",
                "http://me@ | has no host",
                "http://?q | has no host",
                "http://el:0 | has a port",
                "http://el:65536 | has a port",
                "http://el:999999 | has a port",
                "http://el:-1 | has a port",
                "http://el:+80 | has a port",
                "http://el:8x | has a port",
                "http://el:1:2 | has a port",
                "http://::1 | has no host",
                "http://a::1 | has a port",
                "http://[::1 | has a host",
                "http://[::1]x | has a host",
                "http://[::1]]:1 | has a host",
                "http://[::g] | has a host",
                "http://[1.2.3.4] | has a host",
                "http://[] | has a host",
                "http://[el] | has a host",
                "http://[fe80::1%25eth0] | has a host",
                "http://1.2.3 | has a host",
                "http://1.2.3.4.5 | has a host",
                "http://256.1.1.1 | has a host",
                "http://1.2.3.04 | has a host",
                "http://12345 | has a host",
                "http://el.. | has a host",
                "http://.el | has a host",
                "http://-el | has a host",
                "http://el- | has a host",
                "http://a%20b | has a host",
                "http://a,b | has a host",
                "http://a\\b | has a host",
                "'http://e l' | has a blank",
                "' http://el' | has a blank",
                "'http://el/a b' | has a blank",
                "http://n\u00f6de | has a blank",
                "http://el/\u00e4 | has a blank",
                "http://a:b@c@el | has a user",
                "http://a%4:b@el | has a user",
                "http://a[:b@el | has a user",
                "http://a%3Ab:c@el | has a user with a colon",
                "http://a%0Ab:c@el | has a user or password with a control",
                "http://a:b%7F@el | has a user or password with a control",
            })
    void what_is_no_url_of_an_upstream_is_refused(String text, String rule) {
        assertThatThrownBy(() -> UpstreamUrl.parse(text)).isInstanceOfSatisfying(InvalidSetting.class, refused -> {
            assertThat(refused.rule()).startsWith(rule);
            assertThat(refused.remedy()).isNotBlank();
        });
    }

    @Test
    void line_breaks_and_nul_never_pass() {
        for (char c : new char[] {'\r', '\n', '\0', '\t', '\u007f', '\u0085'}) {
            for (String text :
                    new String[] {"http://e" + c + "l", "http://el/" + c, "http://el?" + c, "http://a" + c + "@el"}) {
                assertThatThrownBy(() -> UpstreamUrl.parse(text)).isInstanceOf(InvalidSetting.class);
            }
        }
    }
}
