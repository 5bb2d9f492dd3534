package io.ethryx.core.topology;

import java.util.Set;

/**
 * Which nodes serve a method. Includes win: if there are any, excludes do not count.
 *
 * @param include keys of the only nodes that serve it, empty for no such limit
 * @param exclude keys of the nodes that do not
 */
public record MethodRoute(Set<String> include, Set<String> exclude) {

    /**
     * Copies the sets.
     *
     * @param include see the record
     * @param exclude see the record
     */
    public MethodRoute {
        include = Set.copyOf(include);
        exclude = Set.copyOf(exclude);
    }

    /**
     * Whether a node serves the method.
     *
     * @param nodeKey the node's key
     * @return true for every node if both sets are empty
     */
    public boolean allows(String nodeKey) {
        return include.isEmpty() ? !exclude.contains(nodeKey) : include.contains(nodeKey);
    }
}
