package io.ethryx.server.page;

/** What every page has around its content: head, title, style and the script that brings it up to date. */
final class Frame {

    private Frame() {}

    /**
     * Puts a page together.
     *
     * @param title what it is of
     * @param live what the script replaces from time to time
     * @param still what stays as it is while somebody types
     */
    static String of(String title, String live, String still) {
        return new Html()
                .raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
                .raw("<meta name=\"color-scheme\" content=\"light dark\"><title>")
                .text(title)
                .raw("</title><link rel=\"stylesheet\" href=\"/ui/style.css\">")
                .raw("<script src=\"/ui/live.js\" defer></script></head>\n<body>\n")
                .raw("<main><div id=\"live\">\n")
                .raw(live)
                .raw("</div>\n")
                .raw(still)
                .raw("</main>\n")
                .raw("<footer><p id=\"freshness\" role=\"status\">Load the page again for newer numbers.</p></footer>")
                .raw("</body></html>\n")
                .toString();
    }
}
