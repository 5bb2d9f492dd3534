package io.ethryx.server.upstream.http1;

import static io.ethryx.server.upstream.Wire.crlf;

import java.util.List;

/** Answers for the tables: what the wire says and what it means. */
final class ResponseSamples {

    private static final String X65K = "x".repeat(65_536);

    private ResponseSamples() {}

    record Good(String name, String wire, int status, String body, boolean keepsAlive) {
        @Override
        public String toString() {
            return name;
        }
    }

    record Bad(String name, String wire) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Good kept(String name, String wire, int status, String body) {
        return new Good(name, wire, status, body, true);
    }

    private static Good closed(String name, String wire, int status, String body) {
        return new Good(name, wire, status, body, false);
    }

    static final List<Good> GOOD = List.of(
            kept("length", crlf("HTTP/1.1 200 OK", "Content-Length: 3", "") + "abc", 200, "abc"),
            kept("no reason", crlf("HTTP/1.1 200", "Content-Length: 0", ""), 200, ""),
            kept("empty reason", crlf("HTTP/1.1 200 ", "Content-Length: 0", ""), 200, ""),
            kept("obs-text in the reason", crlf("HTTP/1.1 404 \u00e9", "Content-Length: 0", ""), 404, ""),
            kept("blanks around a value", crlf("HTTP/1.1 200 OK", "Content-Length: \t 3 \t", "") + "abc", 200, "abc"),
            kept("no blank", crlf("HTTP/1.1 200 OK", "content-length:3", "") + "abc", 200, "abc"),
            kept("empty value", crlf("HTTP/1.1 200 OK", "X:", "Content-Length: 1", "") + "a", 200, "a"),
            kept("204", crlf("HTTP/1.1 204 No Content", ""), 204, ""),
            kept("204 with a length", crlf("HTTP/1.1 204 No Content", "Content-Length: 5", ""), 204, ""),
            kept("204 chunked", crlf("HTTP/1.1 204 No", "Transfer-Encoding: chunked", ""), 204, ""),
            kept("304 with a length", crlf("HTTP/1.1 304 Not Modified", "Content-Length: 99", ""), 304, ""),
            kept("chunked", crlf("HTTP/1.1 200 OK", "Transfer-Encoding: Chunked", "", "3", "abc", "0", ""), 200, "abc"),
            kept(
                    "chunk extensions",
                    crlf(
                            "HTTP/1.1 200 OK",
                            "Transfer-Encoding: chunked",
                            "",
                            "00a;n=\"v w\"",
                            "0123456789",
                            "000;l",
                            ""),
                    200,
                    "0123456789"),
            kept("empty chunked", crlf("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", "0", ""), 200, ""),
            kept(
                    "trailers",
                    crlf("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", "1", "a", "0", "X-T: 1", "X-U: 2", ""),
                    200,
                    "a"),
            kept(
                    "informational",
                    crlf(
                                    "HTTP/1.1 100 Continue",
                                    "",
                                    "HTTP/1.1 102 P",
                                    "",
                                    "HTTP/1.1 103 E",
                                    "Link: a",
                                    "",
                                    "HTTP/1.1 201 Made",
                                    "Content-Length: 1",
                                    "")
                            + "z",
                    201,
                    "z"),
            kept(
                    "other tokens",
                    crlf("HTTP/1.1 200 OK", "Connection: foo, closed", "Content-Length: 1", "") + "a",
                    200,
                    "a"),
            kept(
                    "HTTP/1.0 keep-alive",
                    crlf("HTTP/1.0 200 OK", "Connection: Keep-Alive", "Content-Length: 1", "") + "a",
                    200,
                    "a"),
            kept(
                    "many fields",
                    crlf("HTTP/1.1 200 OK") + names(900) + "X-Field: 0\r\n".repeat(100) + crlf("Content-Length: 2", "")
                            + "ok",
                    200,
                    "ok"),
            closed(
                    "Connection: close",
                    crlf("HTTP/1.1 200 OK", "Connection: close", "Content-Length: 1", "") + "a",
                    200,
                    "a"),
            closed(
                    "close in a list",
                    crlf("HTTP/1.1 200 OK", "Connection: X, CLOSE", "Content-Length: 1", "") + "a",
                    200,
                    "a"),
            closed(
                    "close on a second line",
                    crlf("HTTP/1.1 200 OK", "Connection:", "Connection: a,\t close ,b", "Content-Length: 1", "") + "a",
                    200,
                    "a"),
            closed("HTTP/1.0", crlf("HTTP/1.0 200 OK", "Content-Length: 1", "") + "a", 200, "a"),
            closed("until the end", crlf("HTTP/1.1 200 OK", "") + "abc", 200, "abc"),
            closed("until the end, nothing", crlf("HTTP/1.1 200 OK", ""), 200, ""),
            closed(
                    "stray bytes behind",
                    crlf("HTTP/1.1 200 OK", "Content-Length: 1", "") + "aHTTP/1.1 200 OK",
                    200,
                    "a"));

    private static Bad bad(String name, String wire) {
        return new Bad(name, wire);
    }

    private static Bad field(String name, String line) {
        return new Bad(name, "HTTP/1.1 200 OK\r\n" + line + "\r\nContent-Length: 0\r\n\r\n");
    }

    private static Bad length(String value) {
        return new Bad("length <" + value + ">", "HTTP/1.1 200 OK\r\nContent-Length: " + value + "\r\n\r\n12");
    }

    private static Bad coding(String value) {
        return new Bad(
                "coding <" + value + ">", "HTTP/1.1 200 OK\r\nTransfer-Encoding: " + value + "\r\n\r\n0\r\n\r\n");
    }

    private static Bad chunk(String name, String body) {
        return new Bad(name, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body);
    }

    static final List<Bad> BAD = List.of(
            bad("not HTTP", "SSH-2.0-OpenSSH_9.2\r\n\r\n"),
            bad("empty line first", "\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("HTTP/2", "HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("lower case", "http/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("two digits", "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("four digits", "HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("status 099", "HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("status 600", "HTTP/1.1 600 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("two spaces", "HTTP/1.1  200 OK\r\nContent-Length: 0\r\n\r\n"),
            bad("NUL in the reason", "HTTP/1.1 200 O\0K\r\nContent-Length: 0\r\n\r\n"),
            bad("CR in the reason", "HTTP/1.1 200 O\rK\r\nContent-Length: 0\r\n\r\n"),
            bad("101", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n"),
            bad("bare LF", "HTTP/1.1 200 OK\nContent-Length: 0\n\n"),
            bad("bare LF later", "HTTP/1.1 200 OK\r\nContent-Length: 0\nX: y\r\n\r\n"),
            bad("bare LF at the end", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\n"),
            field("CR in a value", "X-A: b\rX-B: c"),
            field("NUL in a value", "X-A: b\0c"),
            field("DEL in a value", "X-A: b\u007fc"),
            field("control in a value", "X-A: b\u0001c"),
            field("folded", "X-A: b\r\n c"),
            field("blank first", " X-A: b"),
            field("blank before the colon", "X-A : b"),
            field("no colon", "X-A"),
            field("no name", ": b"),
            field("obs-text in a name", "X-\u00e9: b"),
            bad("too many fields", "HTTP/1.1 200 OK\r\n" + names(1_100) + "\r\n"),
            bad("too many fields of one name", "HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(130) + "\r\n"),
            bad("head too large", "HTTP/1.1 200 OK\r\nX: " + X65K + "\r\nContent-Length: 0\r\n\r\n"),
            bad("head too large and no end", "HTTP/1.1 200 OK\r\nX: " + X65K + X65K),
            bad("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12"),
            bad("equal lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n12"),
            bad(
                    "length and coding",
                    crlf("HTTP/1.1 200 OK", "Content-Length: 1", "Transfer-Encoding: chunked", "", "0", "")),
            bad("coding in HTTP/1.0", crlf("HTTP/1.0 200 OK", "Transfer-Encoding: chunked", "", "0", "")),
            bad(
                    "two codings",
                    crlf("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked", "", "0", "")),
            length("2, 2"),
            length("+2"),
            length("-1"),
            length("0x2"),
            length("2 2"),
            length(""),
            length("9223372036854775808"),
            length("\u00b2"),
            coding("gzip, chunked"),
            coding("chunked, gzip"),
            coding("xchunked"),
            coding("identity"),
            coding("chunked,"),
            coding(""),
            chunk("no size", "\r\nabc\r\n0\r\n\r\n"),
            chunk("size not hexadecimal", "g\r\nabc\r\n0\r\n\r\n"),
            chunk("signed size", "+3\r\nabc\r\n0\r\n\r\n"),
            chunk("0x size", "0x3\r\nabc\r\n0\r\n\r\n"),
            chunk("blank after the size", "3 \r\nabc\r\n0\r\n\r\n"),
            chunk("blank before the size", " 3\r\nabc\r\n0\r\n\r\n"),
            chunk("size too large", "ffffffffffffffff\r\nabc"),
            chunk("size overflows", "10000000000000003\r\nabc\r\n0\r\n\r\n"),
            chunk("bare LF behind the size", "3\nabc\r\n0\r\n\r\n"),
            chunk("control in an extension", "3;a\0b\r\nabc\r\n0\r\n\r\n"),
            chunk("CR in an extension", "3;a\rb\r\nabc\r\n0\r\n\r\n"),
            chunk("extension too long", "3;" + "a".repeat(5_000) + "\r\nabc\r\n0\r\n\r\n"),
            chunk("chunk longer than its size", "3\r\nabcd\r\n0\r\n\r\n"),
            chunk("no CRLF behind a chunk", "3\r\nabc0\r\n\r\n"),
            chunk("bare LF behind a chunk", "3\r\nabc\n0\r\n\r\n"),
            chunk("bad trailer", "3\r\nabc\r\n0\r\nX : y\r\n\r\n"),
            chunk("folded trailer", "3\r\nabc\r\n0\r\nX: y\r\n z\r\n\r\n"),
            chunk("bare LF trailer", "3\r\nabc\r\n0\r\nX: y\n\r\n"),
            chunk("trailers too large", "0\r\nX: " + "y".repeat(20_000) + "\r\n\r\n"));

    private static String names(int count) {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < count; i++) {
            names.append('X').append(i).append(": y\r\n");
        }
        return names.toString();
    }
}
