package io.ethryx.health;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Probes over {@link java.net.http}, HTTP/1.1 only, for programs that bring no client of their own. Thread-safe. Its
 * threads are the JDK client's and end when the transport is no longer reachable.
 *
 * <p>The JDK's client keeps the connection to a peer whose answer is not HTTP at all until that peer closes it; a program
 * that must bear such peers for long brings a transport of its own.
 */
public final class JdkProbeTransport implements ProbeTransport {

    private final HttpClient client;
    private final UpstreamBase el;
    private final UpstreamBase cl;

    private JdkProbeTransport(HttpClient client, UpstreamBase el, UpstreamBase cl) {
        this.client = client;
        this.el = el;
        this.cl = cl;
    }

    /**
     * Makes a transport.
     *
     * @param el the EL's JSON-RPC URL, http or https; userinfo becomes Basic authorization
     * @param cl the CL's Beacon API URL, likewise
     * @return a new transport; nothing is connected yet
     * @throws IllegalArgumentException if a URL has another scheme or no host
     */
    public static JdkProbeTransport to(URI el, URI cl) {
        UpstreamBase elBase = UpstreamBase.of(Layer.EL, el);
        UpstreamBase clBase = UpstreamBase.of(Layer.CL, cl);
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        return new JdkProbeTransport(client, elBase, clBase);
    }

    @Override
    public ProbeCall call(ProbeRequest request, ProbeListener listener) {
        UpstreamBase base = request.layer() == Layer.EL ? el : cl;
        HttpRequest.Builder builder = HttpRequest.newBuilder(base.target(request.pathSuffix()));
        base.authorization().ifPresent(value -> builder.setHeader("Authorization", value));
        HttpRequest.BodyPublisher body =
                request.body().map(HttpRequest.BodyPublishers::ofString).orElseGet(HttpRequest.BodyPublishers::noBody);
        request.body().ifPresent(text -> builder.setHeader("Content-Type", "application/json"));
        builder.method(request.method(), body);
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(builder.build(), head -> {
            listener.onHead();
            return new BoundedBody(ProbeResponse.MAX_BODY_BYTES);
        });
        CompletableFuture<HttpResponse<byte[]>> told = answer.whenComplete((response, thrown) -> {
            if (thrown == null) {
                listener.onResponse(new ProbeResponse(response.statusCode(), "", response.body()));
            } else {
                listener.onFailure(failure(thrown));
            }
        });
        return () -> {
            answer.cancel(true);
            told.cancel(true);
        };
    }

    private static ProbeFailure failure(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        for (Throwable at = cause; at != null; at = at.getCause()) {
            if (at instanceof BoundedBody.TooLongException) {
                return ProbeFailure.tooLong();
            }
            if (at instanceof UnresolvedAddressException) {
                return ProbeFailure.transport("host name not resolved");
            }
        }
        if (cause instanceof ConnectException) {
            return ProbeFailure.transport("connection refused");
        }
        return ProbeFailure.transport(Optional.ofNullable(cause.getMessage())
                .map(message -> "connection broke: " + message)
                .orElse("connection broke"));
    }

    /**
     * A configured URL in the two parts that matter here.
     *
     * @param url the URL without userinfo and fragment
     * @param authorization the field's value, if there was userinfo
     */
    private record UpstreamBase(URI url, Optional<String> authorization) {

        static UpstreamBase of(Layer layer, URI configured) {
            String scheme = String.valueOf(configured.getScheme());
            if (!(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))
                    || configured.getHost() == null) {
                throw new IllegalArgumentException(layer + " URL: must be http://host[:port] or https://host[:port]");
            }
            Optional<String> authorization = Optional.ofNullable(configured.getUserInfo())
                    .map(info -> "Basic " + Base64.getEncoder().encodeToString(info.getBytes(StandardCharsets.UTF_8)));
            String port = configured.getPort() < 0 ? "" : ":" + configured.getPort();
            String path = Optional.ofNullable(configured.getRawPath()).orElse("");
            String query = configured.getRawQuery() == null ? "" : "?" + configured.getRawQuery();
            return new UpstreamBase(
                    URI.create(scheme + "://" + configured.getHost() + port + path + query), authorization);
        }

        URI target(String suffix) {
            if (suffix.isEmpty()) {
                return url;
            }
            String path = url.getRawPath();
            int end = path.length();
            while (end > 0 && path.charAt(end - 1) == '/') {
                end--;
            }
            String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
            return URI.create(
                    url.getScheme() + "://" + url.getRawAuthority() + path.substring(0, end) + suffix + query);
        }
    }
}
