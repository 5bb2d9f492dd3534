package io.ethryx.server.listener.http1;

import io.ethryx.server.listener.HttpVersion;
import io.ethryx.server.listener.connection.RawAnswers;
import io.undertow.util.StatusCodes;

/** The first lines of answers, made once. Stateless. */
final class StatusLines {

    private static final int LOWEST = 100;
    private static final int HIGHEST = 599;
    private static final byte[][] HTTP_1_0 = table("HTTP/1.0 ");
    private static final byte[][] HTTP_1_1 = table("HTTP/1.1 ");

    private StatusLines() {}

    private static byte[][] table(String version) {
        byte[][] lines = new byte[HIGHEST - LOWEST + 1][];
        for (int status = LOWEST; status <= HIGHEST; status++) {
            lines[status - LOWEST] = RawAnswers.bytes(version + status + " " + reason(status) + "\r\n");
        }
        return lines;
    }

    /** As registered (RFC 9110 section 15 and IANA's list), where the library's table is older or has none. */
    private static String reason(int status) {
        return switch (status) {
            case 103 -> "Early Hints";
            case 408 -> "Request Timeout";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 416 -> "Range Not Satisfiable";
            case 422 -> "Unprocessable Content";
            case 504 -> "Gateway Timeout";
            case 505 -> "HTTP Version Not Supported";
            case 506 -> "Variant Also Negotiates";
            case 421 -> "Misdirected Request";
            case 425 -> "Too Early";
            case 451 -> "Unavailable For Legal Reasons";
            default -> StatusCodes.getReason(status);
        };
    }

    /** The line with its CRLF; not to be changed. The version is that of the request. */
    static byte[] of(int status, HttpVersion version) {
        return (version == HttpVersion.HTTP_1_0 ? HTTP_1_0 : HTTP_1_1)[status - LOWEST];
    }
}
