package io.ethryx.server.top;

import io.ethryx.server.figures.Samples;
import io.ethryx.server.figures.Span;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Shows the numbers of a sidecar or a gateway again and again, until it is interrupted. */
public final class TopProgram {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_ROWS = 12;
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

    private final URI base;
    private final PrintStream out;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private Samples last = Samples.NONE;
    private long lastNanos;

    /**
     * A program that has not asked yet.
     *
     * @param base where {@code /metrics} and {@code /readyz} are, without a path
     * @param out where to show
     */
    public TopProgram(URI base, PrintStream out) {
        this.base = base;
        this.out = out;
    }

    /**
     * Shows one screen.
     *
     * @return 0, or 1 if there was no page to read, which is told then
     * @throws InterruptedException if the thread is interrupted
     */
    public int once() throws InterruptedException {
        try {
            screen().forEach(out::println);
            return 0;
        } catch (IOException e) {
            out.println(trouble(e));
            return 1;
        }
    }

    /**
     * Shows screens in place until the thread is interrupted. A page that can't be had is told, and asked for again.
     *
     * @param interval between two screens
     * @throws InterruptedException at the end
     */
    public void run(Duration interval) throws InterruptedException {
        while (true) {
            List<String> lines;
            try {
                lines = screen();
            } catch (IOException e) {
                lines = List.of(trouble(e));
            }
            out.print(HOME_AND_CLEAR + String.join("\n", lines) + "\n");
            out.flush();
            TimeUnit.NANOSECONDS.sleep(interval.toNanos());
        }
    }

    private List<String> screen() throws IOException, InterruptedException {
        HttpResponse<String> page = get("/metrics");
        if (page.statusCode() != 200) {
            throw new IOException("it answers " + page.statusCode());
        }
        long now = System.nanoTime();
        Samples samples = Samples.read(page.body());
        Duration time = last == Samples.NONE ? Duration.ZERO : Duration.ofNanos(now - lastNanos);
        Span span = new Span(samples, last, time);
        last = samples;
        lastNanos = now;
        List<String> lines = new ArrayList<>();
        if (samples.has(GatewayScreen.MARK)) {
            lines.add(title("gateway", samples));
            lines.addAll(GatewayScreen.lines(span, MOST_ROWS));
        } else if (samples.has(SidecarScreen.MARK)) {
            lines.add(title("sidecar", samples));
            lines.addAll(SidecarScreen.lines(span, MOST_ROWS));
        } else {
            throw new IOException("its metrics are not those of ethryx");
        }
        return lines;
    }

    private String title(String kind, Samples samples) throws IOException, InterruptedException {
        String version = samples.of("ethryx_build_info").stream()
                .map(sample -> sample.label("version"))
                .findFirst()
                .orElse("");
        String ready = get("/readyz").statusCode() == 200 ? "ready" : "NOT READY";
        return "ethryx " + kind + " " + version + "   " + base + "   " + ready + "   "
                + LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(PATIENCE)
                .header("accept", "text/plain")
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private String trouble(IOException e) {
        String why =
                e instanceof ConnectException ? "connection refused, or not in time" : String.valueOf(e.getMessage());
        return "ethryx: no metrics from " + base + " (" + why
                + "); name the listener of the metrics with --url, such as http://127.0.0.1:8664";
    }
}
