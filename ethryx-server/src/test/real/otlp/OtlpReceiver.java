import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.TextFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/**
 * An OTLP/HTTP collector that decodes what comes with the published messages and prints it, a line each: {@code resource},
 * {@code span} and {@code metric}. A program of its own, because its protobuf is not the one of the product's class path.
 */
public final class OtlpReceiver {

    private OtlpReceiver() {}

    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", exchange -> answer(exchange, OtlpReceiver::traces));
        server.createContext("/v1/metrics", exchange -> answer(exchange, OtlpReceiver::metrics));
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.start();
        System.out.println("ready http://127.0.0.1:" + server.getAddress().getPort());
    }

    private interface Decoder {
        void decode(InputStream body) throws IOException;
    }

    private static void answer(HttpExchange exchange, Decoder decoder) throws IOException {
        try (exchange) {
            boolean gzip = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            int status = 200;
            if (!"application/x-protobuf".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
                status = 415;
            } else {
                try (InputStream raw = exchange.getRequestBody();
                        InputStream body = gzip ? new GZIPInputStream(raw) : raw) {
                    decoder.decode(body);
                } catch (InvalidProtocolBufferException e) {
                    status = 400;
                    System.out.println("malformed " + e.getMessage());
                }
            }
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private static void traces(InputStream body) throws IOException {
        for (ResourceSpans resource : ExportTraceServiceRequest.parseFrom(body).getResourceSpansList()) {
            print("resource", resource.getResource());
            for (ScopeSpans scope : resource.getScopeSpansList()) {
                for (Span span : scope.getSpansList()) {
                    print("span " + hex(span.getTraceId()) + " " + hex(span.getSpanId()) + " "
                            + hex(span.getParentSpanId()), span);
                }
            }
        }
    }

    private static void metrics(InputStream body) throws IOException {
        for (ResourceMetrics resource : ExportMetricsServiceRequest.parseFrom(body).getResourceMetricsList()) {
            for (ScopeMetrics scope : resource.getScopeMetricsList()) {
                for (Metric metric : scope.getMetricsList()) {
                    print("metric", metric);
                }
            }
        }
    }

    private static String hex(com.google.protobuf.ByteString bytes) {
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < bytes.size(); i++) {
            hex.append(Character.forDigit(bytes.byteAt(i) >> 4 & 15, 16)).append(Character.forDigit(bytes.byteAt(i) & 15, 16));
        }
        return hex.length() == 0 ? "-" : hex.toString();
    }

    private static synchronized void print(String what, MessageOrBuilder message) {
        System.out.println(what + " " + TextFormat.printer().emittingSingleLine(true).printToString(message));
    }
}
