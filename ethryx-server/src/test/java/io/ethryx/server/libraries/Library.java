package io.ethryx.server.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One of the jars that other programs use.
 *
 * @param artifact such as {@code ethryx-core}
 */
record Library(String artifact) {

    private static final Path ROOT = Path.of("..");

    /** What Maven draws before a part. */
    private static final String BRANCH = "^[-+|\\\\ ]*";

    static List<Library> all() {
        return Stream.of("core", "routing", "governance", "health", "discovery", "usage")
                .map(name -> new Library("ethryx-" + name))
                .toList();
    }

    String module() {
        return artifact.replace('-', '.').replace("ethryx", "io.ethryx");
    }

    Path sources() {
        return ROOT.resolve(artifact).resolve("src/main/java");
    }

    /** The packages that its module exports. */
    List<String> packages() throws IOException {
        return Files.readAllLines(sources().resolve("module-info.java")).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("exports "))
                .map(line -> line.substring("exports ".length(), line.length() - 1))
                .toList();
    }

    /**
     * What Maven resolved for a program that runs with it, as the build has written it down. What core brings is taken as core
     * brings it: a module whose tests need another version of it manages that for itself alone.
     */
    List<String> tree() throws IOException {
        List<String> brought = new ArrayList<>();
        for (String line : writtenFor("ethryx-core")) {
            brought.add(line.replaceFirst(BRANCH, ""));
        }
        List<String> lines = new ArrayList<>();
        for (String line : writtenFor(artifact)) {
            String begins = line.replaceFirst("^([-+|\\\\ ]*[^:]+:[^:]+:jar:).*", "$1");
            String named = begins.replaceFirst(BRANCH, "");
            lines.add(brought.stream()
                    .filter(each -> each.startsWith(named))
                    .map(each -> begins + each.substring(named.length()))
                    .findFirst()
                    .orElse(line));
        }
        return lines;
    }

    private static List<String> writtenFor(String artifact) throws IOException {
        Path tree = ROOT.resolve(artifact).resolve("target/dependencies.txt");
        assertThat(tree)
                .as("what the build writes down; run Maven from the top first")
                .exists();
        return Files.readAllLines(tree);
    }

    /** The jar itself and all that it takes along. */
    List<Path> modulePath() throws IOException {
        return tree().stream()
                .map(line -> line.replaceFirst(BRANCH, "").split(":", -1))
                .map(Library::file)
                .toList();
    }

    /** Of {@code group:artifact:type:version[:scope]}. */
    private static Path file(String[] coordinates) {
        String name = coordinates[1] + '-' + coordinates[3] + ".jar";
        if (coordinates[0].equals("io.ethryx")) {
            return ROOT.resolve(coordinates[1]).resolve("target").resolve(name);
        }
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(path -> Objects.toString(path.getFileName()).equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not on the class path"));
    }

    @Override
    public String toString() {
        return artifact;
    }
}
