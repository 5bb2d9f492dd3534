package io.ethryx.server.yaml;

import io.ethryx.server.config.InvalidSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** One value of a file. Each way to read it tells a fault and gives nothing where the value is something else. */
public final class Value {

    private final Node node;
    private final String path;
    private final Faults faults;

    Value(Node node, String path, Faults faults) {
        this.node = node;
        this.path = path;
        this.faults = faults;
    }

    /** Makes something of a text. */
    @FunctionalInterface
    public interface Parser<T> {

        /**
         * Reads a text.
         *
         * @param text as the operator wrote it
         * @return what it means
         * @throws InvalidSetting with the rule that it breaks
         */
        T parse(String text) throws InvalidSetting;
    }

    /**
     * Where the value stands.
     *
     * @return a line, from 1
     */
    public int line() {
        return Faults.line(node);
    }

    /**
     * The dotted path of the value's key.
     *
     * @return for instance {@code usage.kafka_topic}
     */
    public String path() {
        return path;
    }

    /**
     * The value as text; a number or a boolean is the text as written.
     *
     * @return the text
     */
    public Optional<String> text() {
        return parsed(text -> text);
    }

    /**
     * The value by a parser of its text.
     *
     * @param parser how to read it
     * @param <T> what it is
     * @return what it means
     */
    public <T> Optional<T> parsed(Parser<T> parser) {
        if (!(node instanceof ScalarNode scalar)) {
            faults.add(node, path, "is a " + kind() + " where a single value is expected", "write one value");
            return Optional.empty();
        }
        try {
            return Optional.of(parser.parse(scalar.getValue()));
        } catch (InvalidSetting e) {
            faults.add(node, path, e.rule(), e.remedy());
            return Optional.empty();
        }
    }

    /**
     * The value as a list; a single value counts as a list of one where that is allowed.
     *
     * @param singleToo whether a single value will do
     * @return its elements; empty after a fault
     */
    public List<Value> list(boolean singleToo) {
        if (node instanceof SequenceNode sequence) {
            List<Value> elements = new ArrayList<>();
            for (Node element : sequence.getValue()) {
                elements.add(new Value(element, path + "[" + elements.size() + "]", faults));
            }
            return elements;
        }
        if (singleToo && node instanceof ScalarNode) {
            return List.of(this);
        }
        faults.add(node, path, "is a " + kind() + " where a list is expected", "write [a, b] or one - a line");
        return List.of();
    }

    /**
     * The value as a mapping.
     *
     * @return the mapping, empty after a fault
     */
    public Section section() {
        if (node instanceof MappingNode mapping) {
            return Section.of(mapping, path, faults);
        }
        faults.add(node, path, "is a " + kind() + " where a mapping is expected", "write keys below it");
        return Section.empty(faults);
    }

    /**
     * Whether the value is a mapping.
     *
     * @return true for {@code {}} too
     */
    public boolean isMapping() {
        return node instanceof MappingNode;
    }

    /**
     * Whether the value is a list.
     *
     * @return true for {@code []} too
     */
    public boolean isList() {
        return node instanceof SequenceNode;
    }

    /**
     * The value as JSON text: a text that stands for itself is taken as JSON, a mapping or list is written as JSON.
     *
     * @return JSON, which may still be none where the operator wrote a text
     */
    public String json() {
        return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.STR)
                ? scalar.getValue()
                : JsonOf.node(node);
    }

    /**
     * Refuses the value.
     *
     * @param rule what it breaks
     * @param remedy what to write instead
     */
    public void refuse(String rule, String remedy) {
        faults.add(node, path, rule, remedy);
    }

    /**
     * Warns of the value, which stays in effect.
     *
     * @param what what the operator should know
     * @param remedy what to do about it
     */
    public void warn(String what, String remedy) {
        faults.warn(node, path, what, remedy);
    }

    private String kind() {
        if (node instanceof MappingNode) {
            return "mapping";
        }
        return node instanceof SequenceNode ? "list" : "single value";
    }
}
