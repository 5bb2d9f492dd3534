package io.ethryx.discovery;

import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.NodeStatus;
import io.ethryx.core.topology.Pool;
import io.ethryx.discovery.Flaw.Grade;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The value of a node: {@code {"stateType":1,"address":"10.0.0.1","port":8545,"nodeType":1,"weight":100,"source":"manual"}},
 * and Ethryx's own optional {@code path}.
 */
final class NodeValue {

    private static final int STATE_TYPE = 1;
    private static final int ARCHIVE_TYPE = 2;
    private static final int MAX_PATH_CHARS = 2048;

    private NodeValue() {}

    static Entry read(TopologyKey key, Members members) {
        Endpoint endpoint = Endpoint.read(members);
        int weight = members.within("weight", 0, 100, Node.DEFAULT_WEIGHT);
        String source = source(key, members);
        Pool archiveOrState = pool(members, key.kind() == KeyKind.NATIVE_NODE);
        return new Entry.Registered(new Node(
                key.name(),
                source.equals("native") ? Pool.NATIVE : archiveOrState,
                endpoint.address(),
                endpoint.port(),
                path(members),
                weight,
                stateType(members),
                source,
                NodeStatus.READY));
    }

    private static String source(TopologyKey key, Members members) {
        String source = members.text("source").strip();
        if (key.kind() == KeyKind.NATIVE_NODE) {
            return "native";
        }
        return source.isEmpty() ? "official" : source;
    }

    private static Pool pool(Members members, boolean isNative) {
        OptionalInt type = members.integer("nodeType");
        if (type.isPresent() && !isNative && type.getAsInt() != STATE_TYPE && type.getAsInt() != ARCHIVE_TYPE) {
            String rule = "has to be 1 (state) or 2 (archive)";
            members.note(Grade.REPLACED, "nodeType", type.getAsInt(), rule, "it counts as 1 until then");
        }
        return type.orElse(STATE_TYPE) == ARCHIVE_TYPE ? Pool.ARCHIVE : Pool.STATE;
    }

    private static int stateType(Members members) {
        OptionalInt type = members.integer("stateType");
        if (type.isEmpty() || type.getAsInt() < Node.AVAILABLE || type.getAsInt() > Node.OFFLINE) {
            Object shown = type.isPresent() ? type.getAsInt() : "absent";
            String rule = "has to be 1 (available), 2 (delayed) or 3 (offline)";
            members.note(Grade.UNUSUAL, "stateType", shown, rule, "such a node counts as not available");
        }
        return type.orElse(0);
    }

    private static @Nullable String path(Members members) {
        String path = members.text("path").strip();
        if (path.isEmpty()) {
            return null;
        }
        boolean clean = path.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '?' && c != '#' && c != '\\');
        if (!clean || path.charAt(0) != '/' || path.length() > MAX_PATH_CHARS) {
            String rule = "has to be a path that begins with /, without query";
            members.note(Grade.USELESS, "path", path, rule, "write for example /rpc");
            return null;
        }
        return path;
    }
}
