package io.ethryx.server.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that are modules, each with one library on its module path and nothing but what comes along with it. Their sources
 * stand in src/test/modules; each uses what its library takes along.
 */
class ModularProgramIT {

    private static final Path PROGRAMS = Path.of("src", "test", "modules");

    /** The last line that the program of a library prints. */
    private static final Map<String, String> SAID = Map.of(
            "ethryx-core", "eth_chainId",
            "ethryx-routing", "1 us",
            "ethryx-governance", "Admitted, Throttled",
            "ethryx-health", "syncing (true)",
            "ethryx-discovery", "{\"port\":8546}, EtcdUnavailableException",
            "ethryx-usage", "true, [], false");

    @TempDir
    private Path folder;

    static List<Library> libraries() {
        return Library.all();
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void a_library_is_a_module_of_its_own_name(Library library) throws IOException {
        assertThat(ModuleFinder.of(library.modulePath().get(0)).findAll())
                .extracting(found -> found.descriptor().name())
                .containsExactly(library.module());
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void a_module_that_requires_a_library_compiles_and_runs(Library library) throws Exception {
        String path = library.modulePath().stream()
                .map(file -> file.toAbsolutePath().normalize().toString())
                .collect(Collectors.joining(File.pathSeparator));
        Path module = Files.writeString(
                folder.resolve("module-info.java"), "module app { requires " + library.module() + "; }");
        Path main = PROGRAMS.resolve(library.artifact().substring("ethryx-".length()))
                .resolve("app/Main.java");
        compile(path, module, main);
        assertThat(run(path)).endsWith(SAID.get(library.artifact()) + "\n");
    }

    private void compile(String path, Path... sources) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintWriter writer = new PrintWriter(said, true, StandardCharsets.UTF_8);
        String[] arguments = Stream.concat(
                        Stream.of("-p", path, "-d", classes().toString()),
                        Stream.of(sources).map(Path::toString))
                .toArray(String[]::new);
        int code = ToolProvider.findFirst("javac").orElseThrow().run(writer, writer, arguments);
        assertThat(code).as("javac: %s", said.toString(StandardCharsets.UTF_8)).isZero();
    }

    private Path classes() {
        return folder.resolve("classes");
    }

    private String run(String path) throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-p",
                        classes() + File.pathSeparator + path,
                        "-m",
                        "app/app.Main")
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(said);
        assertThat(ended).as("it ends: %s", text).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
