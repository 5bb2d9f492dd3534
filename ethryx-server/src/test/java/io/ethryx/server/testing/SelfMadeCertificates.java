package io.ethryx.server.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A certificate authority of the test's own and certificates that it signs, made with the JDK's keytool. */
public final class SelfMadeCertificates {

    private static final String PASSWORD = "changeit";

    private final Path folder;

    /** A key store, PKCS #12, and its password. */
    public record Keys(Path file, String password) {}

    /** Makes the authority. */
    public SelfMadeCertificates(Path folder) throws Exception {
        this.folder = folder;
        keytool("-genkeypair", "-alias", "ca", "-keystore", store("ca"), "-dname", "CN=Test CA", "-ext", "bc:c");
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "ca",
                "-keystore",
                store("ca"),
                "-file",
                authority().toString());
    }

    private String store(String name) {
        return folder.resolve(name + ".p12").toString();
    }

    /** The authority's certificate, PEM. */
    public Path authority() {
        return folder.resolve("ca.pem");
    }

    /** The store with the key and the certificate that {@link #server} made under that name. */
    public Keys keys(String name) {
        return new Keys(Path.of(store(name)), PASSWORD);
    }

    /** A server's side of TLS with a certificate for the given names, such as {@code dns:a,ip:127.0.0.1}. */
    public SSLContext server(String name, String subjects, String... validity) throws Exception {
        List<String> pair = new ArrayList<>(
                List.of("-genkeypair", "-alias", name, "-keystore", store(name), "-dname", "CN=" + name));
        keytool(pair.toArray(String[]::new));
        String request = folder.resolve(name + ".csr").toString();
        String signed = folder.resolve(name + ".pem").toString();
        keytool("-certreq", "-alias", name, "-keystore", store(name), "-file", request);
        List<String> sign = new ArrayList<>(List.of(
                "-gencert",
                "-rfc",
                "-alias",
                "ca",
                "-keystore",
                store("ca"),
                "-infile",
                request,
                "-outfile",
                signed,
                "-ext",
                "san=" + subjects));
        sign.addAll(Arrays.asList(validity));
        keytool(sign.toArray(String[]::new));
        keytool(
                "-importcert",
                "-noprompt",
                "-alias",
                "ca",
                "-keystore",
                store(name),
                "-file",
                authority().toString());
        keytool("-importcert", "-noprompt", "-alias", name, "-keystore", store(name), "-file", signed);
        return context(Path.of(store(name)));
    }

    private static SSLContext context(Path file) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    /** An engine of a server that speaks the given protocols. */
    public static SSLEngine engine(SSLContext context, String... protocols) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** A server's TLS over a connection that was accepted; closing it closes that. */
    public static Socket over(SSLContext context, Socket plain) throws IOException {
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(plain, null, plain.getPort(), true);
        secured.setUseClientMode(false);
        return secured;
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(Arrays.asList(arguments));
        command.addAll(List.of("-storepass", PASSWORD, "-storetype", "PKCS12"));
        if (arguments[0].equals("-genkeypair")) {
            command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + "\n" + said);
        }
    }
}
