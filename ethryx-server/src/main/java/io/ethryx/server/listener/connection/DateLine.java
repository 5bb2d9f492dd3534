package io.ethryx.server.listener.connection;

import io.ethryx.core.apart.Apart;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The Date field of answers (RFC 9110 section 5.6.7), made once a second. Confined to one thread. */
public final class DateLine extends Apart {

    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final long MILLIS = 1000;

    private long second = Long.MIN_VALUE;
    private byte[] line = {};
    private String text = "";

    /**
     * The whole line of this second.
     *
     * @return with its CRLF; not to be changed
     */
    public byte[] now() {
        makeAnew();
        return line;
    }

    /**
     * The value of this second.
     *
     * @return as the field's value is written
     */
    public String text() {
        makeAnew();
        return text;
    }

    private void makeAnew() {
        long current = System.currentTimeMillis() / MILLIS;
        if (current != second) {
            second = current;
            text = IMF_FIXDATE.format(Instant.ofEpochSecond(current));
            line = ("Date: " + text + "\r\n").getBytes(StandardCharsets.US_ASCII);
        }
    }
}
