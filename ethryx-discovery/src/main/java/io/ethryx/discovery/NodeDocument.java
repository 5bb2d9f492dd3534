package io.ethryx.discovery;

import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Pool;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The text of a node's key, to be written or changed: members that nobody here knows are kept as they are. Immutable. */
public final class NodeDocument {

    private final Map<String, @Nullable Object> members;

    private NodeDocument(Map<String, @Nullable Object> members) {
        this.members = members;
    }

    /**
     * Reads a document.
     *
     * @param text the key's value
     * @return the document
     * @throws IllegalArgumentException if it is no JSON object
     */
    public static NodeDocument of(String text) {
        return new NodeDocument(ValueText.object(text));
    }

    /**
     * The document of a node.
     *
     * @param node the node; its key and its probes are not part of the document
     * @return the document, members in the order that other programs write them in
     */
    public static NodeDocument of(Node node) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("stateType", node.stateType());
        members.put("address", node.address());
        members.put("port", node.port());
        members.put("nodeType", node.pool() == Pool.ARCHIVE ? 2 : 1);
        members.put("weight", node.weight());
        members.put("source", node.source());
        if (node.path() != null) {
            members.put("path", node.path());
        }
        return new NodeDocument(members);
    }

    /**
     * Who registered the node.
     *
     * @return {@code official} if the document does not say
     */
    public String source() {
        return members.get("source") instanceof String source && !source.isBlank() ? source.strip() : "official";
    }

    /**
     * With another address.
     *
     * @param address a host name or an IP literal
     * @return the changed document
     */
    public NodeDocument withAddress(String address) {
        return with("address", address);
    }

    /**
     * With another port.
     *
     * @param port 1 to 65535
     * @return the changed document
     */
    public NodeDocument withPort(int port) {
        return with("port", port);
    }

    private NodeDocument with(String name, Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(members);
        changed.put(name, value);
        return new NodeDocument(changed);
    }

    /** {@return the value to write} */
    public String text() {
        return JsonPrinter.print(members);
    }

    @Override
    public String toString() {
        return text();
    }
}
