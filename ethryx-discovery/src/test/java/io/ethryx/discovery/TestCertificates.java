package io.ethryx.discovery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * A certificate authority of the test's own, a server's certificate for 127.0.0.1 alone, and a client's, as PEM files; made
 * with the JDK's keytool.
 */
final class TestCertificates {

    private static final String PASSWORD = "changeit";

    private final Path folder;

    private TestCertificates(Path folder) {
        this.folder = folder;
    }

    static TestCertificates in(Path folder) throws Exception {
        TestCertificates made = new TestCertificates(folder);
        made.keytool("ca", "-genkeypair", "-dname", "CN=Test CA", "-ext", "bc:c");
        made.keytool("ca", "-exportcert", "-rfc", "-file", made.authority().toString());
        made.sign("server", "san=ip:127.0.0.1");
        made.sign("client", "eku=clientAuth");
        return made;
    }

    private void sign(String name, String extension) throws Exception {
        keytool(name, "-genkeypair", "-dname", "CN=" + name);
        Path request = folder.resolve(name + ".csr");
        keytool(name, "-certreq", "-file", request.toString());
        keytool(
                "ca",
                "-gencert",
                "-rfc",
                "-infile",
                request.toString(),
                "-outfile",
                pem(name).toString(),
                "-ext",
                extension);
        KeyStore store = KeyStore.getInstance(store(name).toFile(), PASSWORD.toCharArray());
        PrivateKey key = (PrivateKey) store.getKey(name, PASSWORD.toCharArray());
        String body = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(key.getEncoded());
        Files.writeString(keyPem(name), "-----BEGIN PRIVATE KEY-----\n" + body + "\n-----END PRIVATE KEY-----\n");
    }

    Path authority() {
        return pem("ca");
    }

    Path server() {
        return pem("server");
    }

    Path serverKey() {
        return keyPem("server");
    }

    Path client() {
        return pem("client");
    }

    Path clientKey() {
        return keyPem("client");
    }

    private Path pem(String name) {
        return folder.resolve(name + ".pem");
    }

    private Path keyPem(String name) {
        return folder.resolve(name + "-key.pem");
    }

    private Path store(String name) {
        return folder.resolve(name + ".p12");
    }

    private void keytool(String alias, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(Arrays.asList(arguments));
        command.addAll(List.of("-alias", alias, "-keystore", store(alias).toString(), "-storepass", PASSWORD));
        if (command.contains("-genkeypair")) {
            command.addAll(List.of("-keyalg", "EC", "-storetype", "PKCS12"));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(command + ": " + output);
        }
    }
}
