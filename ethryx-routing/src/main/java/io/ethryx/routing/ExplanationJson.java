package io.ethryx.routing;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.ethryx.core.BlockEdge;
import io.ethryx.core.line.Candidate;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.topology.Node;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes explanations for machines. */
final class ExplanationJson {

    private static final JsonFactory JSON = new JsonFactory();

    private ExplanationJson() {}

    static String of(Explanation explanation) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("method", explanation.call().method());
            writeContext(json, explanation);
            writeDecision(json, explanation);
            json.writeStringField("verdict", explanation.verdictName());
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private static void writeContext(JsonGenerator json, Explanation explanation) throws IOException {
        json.writeObjectFieldStart("context");
        json.writeStringField("kind", BlockWords.kind(explanation.context()));
        json.writeStringField("value", BlockWords.value(explanation.call(), explanation.context()));
        json.writeEndObject();
        long head = explanation.head();
        json.writeStringField("head", head == BlockEdge.UNKNOWN ? null : BlockWords.height(head));
    }

    private static void writeDecision(JsonGenerator json, Explanation explanation) throws IOException {
        Node node = explanation.node();
        json.writeStringField("pool", node == null ? null : node.pool().wireName());
        json.writeStringField("node", node == null ? null : node.key());
        json.writeStringField("reason", explanation.reason());
        json.writeArrayFieldStart("candidates");
        RoutingDecision decision = explanation.decision();
        if (decision != null) {
            for (Candidate candidate : decision.candidates()) {
                writeCandidate(json, candidate);
            }
        }
        json.writeEndArray();
    }

    private static void writeCandidate(JsonGenerator json, Candidate candidate) throws IOException {
        json.writeStartObject();
        json.writeStringField("node", candidate.node().key());
        json.writeStringField("pool", candidate.node().pool().wireName());
        json.writeBooleanField("taken", candidate.taken());
        json.writeStringField("reason", candidate.reason().wireName());
        json.writeEndObject();
    }
}
