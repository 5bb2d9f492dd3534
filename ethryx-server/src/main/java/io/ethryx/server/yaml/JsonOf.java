package io.ethryx.server.yaml;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Writes YAML as the JSON that means the same. */
final class JsonOf {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]+");

    private JsonOf() {}

    static String node(Node node) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            write(node, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(Node node, JsonGenerator json) throws IOException {
        if (node instanceof MappingNode mapping) {
            json.writeStartObject();
            for (NodeTuple tuple : mapping.getValue()) {
                json.writeFieldName(tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "");
                write(tuple.getValueNode(), json);
            }
            json.writeEndObject();
        } else if (node instanceof SequenceNode sequence) {
            json.writeStartArray();
            for (Node element : sequence.getValue()) {
                write(element, json);
            }
            json.writeEndArray();
        } else if (node instanceof ScalarNode scalar) {
            scalar(scalar, json);
        }
    }

    private static void scalar(ScalarNode scalar, JsonGenerator json) throws IOException {
        String text = scalar.getValue();
        Tag tag = scalar.getTag();
        if (tag.equals(Tag.NULL)) {
            json.writeNull();
        } else if (tag.equals(Tag.BOOL)) {
            json.writeBoolean(Boolean.parseBoolean(text));
        } else if (tag.equals(Tag.INT) && DECIMAL.matcher(text).matches()) {
            json.writeNumber(new BigInteger(text.startsWith("+") ? text.substring(1) : text));
        } else if (tag.equals(Tag.FLOAT)
                && text.matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?")
                && text.matches(".*[0-9].*")) {
            json.writeNumber(new BigDecimal(text));
        } else {
            // A hexadecimal number too: what reads it knows hexadecimal texts, as Ethereum writes quantities.
            json.writeString(text);
        }
    }
}
