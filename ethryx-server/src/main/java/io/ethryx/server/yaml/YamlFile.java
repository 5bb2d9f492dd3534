package io.ethryx.server.yaml;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** The text of a YAML or JSON file, as its top section. */
public final class YamlFile {

    private static final int MAX_ALIASES = 100;

    private YamlFile() {}

    /**
     * Parses one document.
     *
     * @param name as the operator named the file
     * @param text its content; at most 16 MiB of it are read
     * @param faults where to tell what is wrong
     * @return the top section, empty if the text is no YAML mapping, which is then among the faults
     */
    public static Optional<Section> parse(String name, String text, Faults faults) {
        Optional<Node> top = compose(name, text, faults);
        if (top.isEmpty() && faults.faults().isEmpty()) {
            return Optional.of(Section.empty(faults));
        }
        return top.flatMap(node -> section(node, faults));
    }

    /**
     * Parses one document that is a list.
     *
     * @param name as the operator named the file
     * @param text its content; at most 16 MiB of it are read
     * @param faults where to tell what is wrong
     * @return the elements, none if the text is no YAML list, which is then among the faults
     */
    public static List<Value> parseList(String name, String text, Faults faults) {
        return compose(name, text, faults)
                .map(node -> new Value(node, "", faults).list(false))
                .orElse(List.of());
    }

    /** The top of the document; empty after a fault, and where the text is empty. */
    private static Optional<Node> compose(String name, String text, Faults faults) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setSchema(new CoreSchema())
                .setMaxAliasesForCollections(MAX_ALIASES)
                .setCodePointLimit(16 * 1_024 * 1_024)
                .build();
        try {
            Iterator<Node> documents =
                    new Compose(settings).composeAllFromString(text).iterator();
            if (!documents.hasNext()) {
                return Optional.empty();
            }
            Node top = documents.next();
            if (documents.hasNext()) {
                faults.add(documents.next(), "", "a second document begins here", "keep one document a file");
            }
            return Optional.of(top);
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
            faults.addForFile(line, "is no YAML: " + e.getProblem(), "mend the syntax");
        } catch (YamlEngineException e) {
            faults.addForFile(0, "is no YAML: " + firstLine(e), "mend the syntax");
        }
        return Optional.empty();
    }

    private static Optional<Section> section(Node top, Faults faults) {
        if (top instanceof MappingNode mapping) {
            return Optional.of(Section.of(mapping, "", faults));
        }
        faults.add(top, "", "is no mapping", "write keys and values, such as listen: 8663");
        return Optional.empty();
    }

    private static String firstLine(YamlEngineException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
