package io.ethryx.server.page;

import java.util.OptionalLong;

/** Small words that several tables use. */
final class Texts {

    private Texts() {}

    static String of(OptionalLong number) {
        return number.isPresent() ? String.valueOf(number.getAsLong()) : "-";
    }

    /** Says that there is more than is shown. */
    static void more(Html html, int all, int shown) {
        if (all > shown) {
            html.raw("<p class=\"none\">")
                    .text("and " + (all - shown) + " more")
                    .raw("</p>\n");
        }
    }
}
