package io.ethryx.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.fields.FieldBlock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
final class PageCodingTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gzip                     | GZIP
            GZIP                     | GZIP
            deflate, gzip            | GZIP
            gzip;q=0.1, identity     | GZIP
            *                        | GZIP
            identity;q=1, *;q=0.5    | GZIP
            *;q=0, gzip              | GZIP
            gzip;q=0                 | IDENTITY
            gzip ; q=0.000, *        | IDENTITY
            *;q=0                    | IDENTITY
            identity                 | IDENTITY
            br, zstd                 | IDENTITY
            x-gzipped                | IDENTITY
            ''                       | IDENTITY
            """)
    void a_page_is_packed_for_who_takes_that(String accepted, PageCoding coding) {
        FieldBlock fields = new FieldBlock();
        fields.add("Accept-Encoding", accepted);
        assertThat(PageCoding.acceptedBy(fields)).isEqualTo(coding);
    }

    @Test
    void who_says_nothing_gets_it_as_it_is_and_all_lines_count() {
        FieldBlock fields = new FieldBlock();
        assertThat(PageCoding.acceptedBy(fields)).isEqualTo(PageCoding.IDENTITY);
        fields.add("Accept-Encoding", "br");
        fields.add("Accept-Encoding", "gzip");
        assertThat(PageCoding.acceptedBy(fields)).isEqualTo(PageCoding.GZIP);
    }

    @Test
    void what_is_unpacked_is_the_page() throws IOException {
        byte[] page = "jrpcx_rpc_request 1\n".repeat(5_000).getBytes(StandardCharsets.UTF_8);
        byte[] packed = PageCoding.GZIP.pack(page);
        assertThat(packed.length).isLessThan(page.length / 10);
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            assertThat(in.readAllBytes()).isEqualTo(page);
        }
        assertThat(PageCoding.IDENTITY.pack(page)).isSameAs(page);
    }

    @Test
    void the_metrics_of_a_gateway_are_packed_for_who_asks() throws IOException {
        try (GatewayFixture gateway = GatewayFixture.start()) {
            assertThat(gateway.probe("GET", "/metrics", "Accept-Encoding: gzip"))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("Content-Encoding: gzip\r\n", "text/plain; version=0.0.4")
                    .doesNotContain("jrpcx_");
            assertThat(gateway.probe("GET", "/metrics"))
                    .doesNotContain("Content-Encoding")
                    .contains("jrpcx_");
        }
    }
}
