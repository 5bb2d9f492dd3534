package io.ethryx.server.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Collects what is wrong with a file, and what is accepted but without effect. */
public final class Faults {

    private static final int LONGEST_VALUE = 80;

    private final String file;
    private final List<YamlFault> faults = new ArrayList<>();
    private final List<YamlFault> warnings = new ArrayList<>();

    /**
     * None so far.
     *
     * @param file as the operator named it
     */
    public Faults(String file) {
        this.file = file;
    }

    void add(Node at, String key, String rule, String remedy) {
        faults.add(new YamlFault(file, line(at), key, shown(at), rule, remedy));
    }

    /** A fault of a key, whatever its value is: that is not shown, since a key that is not known may stand before a secret. */
    void addKey(Node at, String key, String rule, String remedy) {
        faults.add(new YamlFault(file, line(at), key, "", rule, remedy));
    }

    void warn(Node at, String key, String rule, String remedy) {
        warnings.add(new YamlFault(file, line(at), key, "", rule, remedy));
    }

    void addForFile(int line, String rule, String remedy) {
        faults.add(new YamlFault(file, line, "", "", rule, remedy));
    }

    /**
     * What is wrong, by line.
     *
     * @return empty if nothing is
     */
    public List<YamlFault> faults() {
        return faults.stream().sorted(Comparator.comparingInt(YamlFault::line)).toList();
    }

    /**
     * What is accepted but has no effect, by line.
     *
     * @return may be empty
     */
    public List<YamlFault> warnings() {
        return warnings.stream()
                .sorted(Comparator.comparingInt(YamlFault::line))
                .toList();
    }

    static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    private static String shown(Node node) {
        if (!(node instanceof ScalarNode scalar)) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        scalar.getValue().codePoints().limit(LONGEST_VALUE).forEach(c -> text.appendCodePoint(c < ' ' ? ' ' : c));
        return scalar.getValue().length() > LONGEST_VALUE ? text.append('…').toString() : text.toString();
    }
}
