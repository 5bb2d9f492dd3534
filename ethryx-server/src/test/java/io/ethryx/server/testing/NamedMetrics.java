package io.ethryx.server.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The families that dashboards and alerting rules under {@code examples} ask for. */
public final class NamedMetrics {

    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Pattern NAME = Pattern.compile("\\b(?:ethryx|jrpcx|process)_[a-z0-9_]+");

    private NamedMetrics() {}

    /**
     * The families of some files.
     *
     * @param page those that there are, which tells a histogram's samples from a name of its own
     * @param files below {@code examples}
     */
    public static Set<String> in(ParsedPage page, String... files) throws IOException {
        Set<String> names = new TreeSet<>();
        for (String file : files) {
            Matcher name = NAME.matcher(Files.readString(EXAMPLES.resolve(file)));
            while (name.find()) {
                String family = name.group().replaceAll("_(bucket|sum|count)$", "");
                names.add("histogram".equals(page.types().get(family)) ? family : name.group());
            }
        }
        return names;
    }
}
