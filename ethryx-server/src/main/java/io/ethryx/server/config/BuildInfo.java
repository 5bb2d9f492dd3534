package io.ethryx.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which build this is.
 *
 * @param version the project's version
 * @param git what {@code git describe --always --dirty --tags} said at build time, {@code unknown} outside a checkout
 */
public record BuildInfo(String version, String git) {

    /**
     * Reads what the build wrote into the program.
     *
     * @return the build
     */
    public static BuildInfo current() {
        Properties properties = new Properties();
        try (InputStream resource = BuildInfo.class.getResourceAsStream("build.properties")) {
            if (resource != null) {
                properties.load(resource);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new BuildInfo(properties.getProperty("version", "unknown"), properties.getProperty("git", "unknown"));
    }
}
